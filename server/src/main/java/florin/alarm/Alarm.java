package florin.alarm;

import florin.core.Realm;

/**
 * @param subject the id of what it is about: `cn_…`, `pay_…`, `we_…`, `bst_…` or `ba_…`
 */
public record Alarm(Realm realm, AlarmKind kind, String subject) {}
