//! Policies over intents and edits, and the agents' hook protocols in front of them.
