//! Ids of the engine's own things.

use maymust_program::id;

id!(
    /// A space: what is known of a procedure and a goal.
    SpaceId, "space"
);
id!(
    /// A node of a graph of large blocks.
    NodeId, "node"
);
id!(
    /// An edge of a graph of large blocks.
    EdgeId, "edge"
);
id!(
    /// A region of a space.
    RegionId, "region"
);
id!(
    /// A place on the paths of a query.
    PlaceId, "place"
);
id!(
    /// A reached state of a query.
    StateId, "state"
);
id!(
    /// A summary, not-may or must.
    SummaryId, "summary"
);
id!(
    /// A question about failures.
    QuestionId, "question"
);
