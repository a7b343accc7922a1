//! How limits of time and memory are written.

use std::time::Duration;

/// Reads `500ms`, `60s`, `5m`, `1h`, or seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown time unit `{unit}` (expected ms, s, m or h)")),
    };
    let number: f64 = number.parse().map_err(|_| "not a number".to_owned())?;
    Duration::try_from_secs_f64(number * scale).map_err(|_| "too long".to_owned())
}

/// Reads `500M`, `4G`, or bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let scale: u64 = match unit.trim_end_matches(['B', 'b', 'i']) {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        "T" | "t" => 1 << 40,
        _ => return Err(format!("unknown memory unit `{unit}` (expected K, M, G or T)")),
    };
    let number: f64 = number.parse().map_err(|_| "not a number".to_owned())?;
    Ok((number * scale as f64) as u64)
}

fn split(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read() {
        assert_eq!(duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        assert!(duration("7 days").is_err() && duration("s").is_err() && duration("-1").is_err());
        assert_eq!(bytes("4G"), Ok(4 << 30));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert!(bytes("4X").is_err() && bytes("").is_err());
    }
}
