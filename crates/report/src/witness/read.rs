//! Reading witnesses of any tool: what is not as the format says is rejected with the reason.

use maymust_yaml::Yaml;

/// A witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// What it claims.
    pub claim: Claim,
    /// The files of its program, with their hashes.
    pub hashes: Vec<(String, String)>,
    /// The property.
    pub specification: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
}

/// What a witness claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A run that passes the waypoints violates the property.
    Violation(Vec<Waypoint>),
    /// The property holds, as so many invariants show.
    Correctness(usize),
}

/// A waypoint that runs pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// What it is about.
    pub kind: WaypointKind,
    /// What must hold there.
    pub constraint: Option<String>,
    /// The file.
    pub file: String,
    /// The line, from one.
    pub line: u32,
    /// The column, from one.
    pub column: Option<u32>,
}

/// Kinds of waypoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaypointKind {
    /// A condition before a statement.
    Assumption,
    /// Which way a branch goes.
    Branching,
    /// A function is entered.
    FunctionEnter,
    /// A function returns.
    FunctionReturn,
    /// The violation.
    Target,
}

/// Reads a witness.
///
/// # Errors
/// What is not as the format says.
pub fn read(text: &str) -> Result<Witness, String> {
    let document = Yaml::parse(text).map_err(|e| e.to_string())?;
    let entry = match &document {
        Yaml::List(entries) => match &entries[..] {
            [entry] => entry,
            all => return Err(format!("one entry is expected, there are {}", all.len())),
        },
        _ => return Err("a witness is a list with an entry".to_owned()),
    };
    let metadata = entry.get("metadata").ok_or("no metadata")?;
    let version = word(metadata, "format_version")?;
    if !matches!(version, "2.0" | "2.1") {
        return Err(format!("the format version is {version}; 2.0 and 2.1 are known"));
    }
    let task = metadata.get("task").ok_or("the metadata do not name a task")?;
    let hashes = match task.get("input_file_hashes") {
        Some(Yaml::Map(all)) => {
            all.iter().filter_map(|(f, h)| Some((f.clone(), h.text()?.to_owned()))).collect()
        }
        _ => return Err("no input_file_hashes".to_owned()),
    };
    let content = entry.get("content").ok_or("no content")?;
    let claim = match word(entry, "entry_type")? {
        "violation_sequence" => Claim::Violation(sequence(content)?),
        "invariant_set" => Claim::Correctness(invariants(content)?),
        other => return Err(format!("an entry of the type `{other}` is not known")),
    };
    let data_model = word(task, "data_model")?.to_owned();
    if !matches!(data_model.as_str(), "ILP32" | "LP64") {
        return Err(format!("no data model is called `{data_model}`"));
    }
    Ok(Witness { claim, hashes, specification: word(task, "specification")?.to_owned(), data_model })
}

fn word<'y>(node: &'y Yaml, key: &str) -> Result<&'y str, String> {
    node.get(key).and_then(Yaml::text).filter(|t| !t.is_empty()).ok_or_else(|| format!("no {key}"))
}

fn list<'y>(node: &'y Yaml, what: &str) -> Result<&'y [Yaml], String> {
    match node {
        Yaml::List(items) => Ok(items),
        Yaml::Text(text) if text.is_empty() => Ok(&[]),
        _ => Err(format!("{what} must be a list")),
    }
}

fn invariants(content: &Yaml) -> Result<usize, String> {
    let items = list(content, "content")?;
    for item in items {
        let invariant = item.get("invariant").ok_or("what is not an invariant stands among them")?;
        match word(invariant, "type")? {
            "loop_invariant" | "location_invariant" => {}
            other => return Err(format!("an invariant of the type `{other}` is not known")),
        }
        word(invariant, "value")?;
        place(invariant)?;
    }
    Ok(items.len())
}

/// All waypoints to be followed; those to be avoided are not supported.
fn sequence(content: &Yaml) -> Result<Vec<Waypoint>, String> {
    let mut out = Vec::new();
    let segments = list(content, "content")?;
    for (i, item) in segments.iter().enumerate() {
        let number = i + 1;
        let segment = item.get("segment").ok_or_else(|| format!("entry {number} is no segment"))?;
        let points = list(segment, "a segment")?;
        let Some((last, before)) = points.split_last() else {
            return Err(format!("segment {number} is empty"));
        };
        for point in before {
            let point = point.get("waypoint").ok_or("a segment holds waypoints")?;
            match word(point, "action")? {
                "avoid" => {
                    return Err(format!("segment {number}: waypoints to be avoided are not supported"));
                }
                "follow" => return Err(format!("segment {number} has more than one waypoint to follow")),
                other => return Err(format!("segment {number}: no action is called `{other}`")),
            }
        }
        let point = last.get("waypoint").ok_or("a segment holds waypoints")?;
        if word(point, "action")? != "follow" {
            return Err(format!("segment {number} must end with a waypoint to follow"));
        }
        let waypoint = waypoint(point).map_err(|why| format!("segment {number}: {why}"))?;
        let is_last = number == segments.len();
        if (waypoint.kind == WaypointKind::Target) != is_last {
            let what =
                if is_last { "the last waypoint must be the target" } else { "a target must come last" };
            return Err(format!("segment {number}: {what}"));
        }
        out.push(waypoint);
    }
    if out.is_empty() { Err("no target".to_owned()) } else { Ok(out) }
}

fn waypoint(point: &Yaml) -> Result<Waypoint, String> {
    let kind = match word(point, "type")? {
        "assumption" => WaypointKind::Assumption,
        "branching" => WaypointKind::Branching,
        "function_enter" => WaypointKind::FunctionEnter,
        "function_return" => WaypointKind::FunctionReturn,
        "target" => WaypointKind::Target,
        other => return Err(format!("a waypoint of the type `{other}` is not known")),
    };
    let constraint = match point.get("constraint") {
        Some(c) => Some(word(c, "value")?.to_owned()),
        None => None,
    };
    match (kind, &constraint) {
        (WaypointKind::Target | WaypointKind::FunctionEnter, Some(_)) => {
            return Err("this waypoint has no constraint".to_owned());
        }
        (WaypointKind::Assumption | WaypointKind::Branching | WaypointKind::FunctionReturn, None) => {
            return Err("this waypoint needs a constraint".to_owned());
        }
        _ => {}
    }
    let (file, line, column) = place(point)?;
    Ok(Waypoint { kind, constraint, file, line, column })
}

fn place(node: &Yaml) -> Result<(String, u32, Option<u32>), String> {
    let location = node.get("location").ok_or("no location")?;
    let number = |key: &str| -> Result<Option<u32>, String> {
        match location.get(key).and_then(Yaml::text) {
            None | Some("") => Ok(None),
            Some(text) => match text.parse() {
                Ok(n) if n > 0 => Ok(Some(n)),
                _ => Err(format!("the {key} `{text}` is no positive number")),
            },
        }
    };
    let line = number("line")?.ok_or("no line")?;
    Ok((word(location, "file_name")?.to_owned(), line, number("column")?))
}
