-- Where the visit before this one ended, not only when: a spectator may see a campaign behind time.
ALTER TABLE visit ADD COLUMN before_cursor TEXT;
