//! How events are written, to the byte: logs of released versions hold them so.

use rules_toy::Event;

const WRITTEN: &str = r#"
{"event":"paid","side":0,"coins":3}
{"event":"placed","side":1,"post":"mill"}
{"event":"spent","side":0,"coins":1}
{"event":"dug","side":0,"post":"mill","works":2}
{"event":"scouted","side":0,"post":"wood","look":"clear"}
{"event":"saw","side":0,"post":"wood","sight":"picket"}
{"event":"sealed","side":0,"stance":"raid"}
{"event":"sealed","side":0,"stance":"raid","nonce":"aa","digest":"dd"}
{"event":"closed","side":0,"round":1,"phase":"dusk"}
{"event":"closed","side":1,"round":2,"phase":"night","digest":"dd"}
{"event":"revealed","side":0,"round":1,"stance":"hold"}
{"event":"revealed","side":0,"round":1,"stance":"hold","nonce":"aa"}
{"event":"shown","side":0,"post":"mill","works":0}
{"event":"missed"}
{"event":"works-lost","side":0,"post":"mill"}
{"event":"driven-off","side":0,"post":"mill"}
{"event":"held","side":0,"post":"mill","points":2}
{"event":"dusk-fell","round":2}
{"event":"ended"}
"#;

#[test]
fn every_event_is_written_as_logs_hold_it() {
    for line in WRITTEN.trim().lines() {
        let event: Event = serde_json::from_str(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(serde_json::to_string(&event).unwrap(), line);
        let more = line.replacen('{', "{\"more\":1,", 1);
        assert!(serde_json::from_str::<Event>(&more).is_err(), "{more}");
    }
}
