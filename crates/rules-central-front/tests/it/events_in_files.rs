//! How events are written, to the byte: logs of released versions hold them so.

use rules_central_front::Event;

/// One of each kind, with its fields in the order of the log; where a field can be left out, once with it and once without.
const WRITTEN: &str = r#"
{"event":"sky-rolled","sky":"fog"}
{"event":"air-won","side":"WP","strikes":2}
{"event":"arrived","unit":"a-1","at":"0203"}
{"event":"recovered","units":[{"unit":"a-1","ap":3},{"unit":"a-2","ap":0}]}
{"event":"phase-began","turn":2,"phase":"weather"}
{"event":"phase-began","turn":2,"phase":"nato-move-1","unsupplied":["a-1"]}
{"event":"activated","units":[{"unit":"a-1","ap":1}]}
{"event":"moved","unit":"a-1","path":["0203","0204"],"left":5}
{"event":"dropped","units":["a-1","a-2"]}
{"event":"left","unit":"a-1"}
{"event":"controlled","hex":"0203","side":"NATO"}
{"event":"designated","target":"0203","attack":"hasty","units":["a-1"]}
{"event":"designated","target":"0203","attack":"prepared","bombard":true,"units":["a-1","a-2"]}
{"event":"called-off","target":"0203"}
{"event":"voided","target":"0203"}
{"event":"attack-began","battle":{"side":"WP","attack":"march","target":"0203","units":["a-1"],"step":"cover","from":["0202"]}}
{"event":"paid","unit":"a-1","left":4}
{"event":"fired","unit":"a-1","fire":"support","ap":2}
{"event":"strike-flown","side":"WP"}
{"event":"covered","side":"NATO","support":["a-1"],"strike":true}
{"event":"chemicals-released","turn":1,"phase":"wp-combat-1"}
{"event":"smoke-rolled","unit":"a-1","hides":true}
{"event":"fought","attack":11,"defense":4,"cover":3,"column":"2-1","shifts":{"terrain":-1,"hexes":1,"chemical":0,"cover":-1},"modifier":-1}
{"event":"fought","attack":11,"defense":4,"cover":0,"column":"2-1","shifts":{"terrain":0,"hexes":0,"chemical":0,"cover":0},"modifier":1,"attacker":{"steps":1},"defender":{"steps":2,"friction":true,"retreat":1},"attackers":["a-1"],"defenders":["b-1"]}
{"event":"step-lost","unit":"a-1","left":1}
{"event":"eliminated","unit":"a-1","loss":"no-way"}
{"event":"steps-waived","side":"WP"}
{"event":"strained","unit":"a-1","strain":"zone","ap":5}
{"event":"losses-done"}
{"event":"retreats-owed","side":"NATO","units":["a-1"]}
{"event":"retreated","unit":"a-1","path":["0203"]}
{"event":"excess-owed","hex":"0203"}
{"event":"excess-done"}
{"event":"advance-opened"}
{"event":"advanced","unit":"a-1","path":["0203"]}
{"event":"entered","unit":"a-1","at":"0203","left":1}
{"event":"held","units":["a-1"],"by":["b-1"]}
{"event":"halted","unit":"a-1"}
{"event":"battle-ended"}
{"event":"withdrew","unit":"a-1","path":["0203"]}
{"event":"instructed","side":"WP","standing":{}}
{"event":"by-order","side":"NATO","order":"losses"}
{"event":"by-order","side":"NATO","order":"cover","retreat_odds":"5/18","steps_odds":"11/18"}
{"event":"ended","wp":10,"nato":4,"result":"Draw"}
{"event":"ended","wp":10,"nato":4,"fractions":-1,"result":"Draw"}
"#;

#[test]
fn every_event_is_written_as_logs_hold_it() {
    for line in WRITTEN.trim().lines() {
        let event: Event = serde_json::from_str(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(serde_json::to_string(&event).unwrap(), line);
    }
}

#[test]
fn a_field_that_is_not_known_is_refused() {
    for line in WRITTEN.trim().lines() {
        let more = line.replacen('{', "{\"more\":1,", 1);
        assert!(serde_json::from_str::<Event>(&more).is_err(), "{more}");
    }
}
