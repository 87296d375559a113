//! One self-contained HTML page of a session or a day.
