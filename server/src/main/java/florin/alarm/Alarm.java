package florin.alarm;

import florin.core.Realm;

/**
 * @param subject the id of what it is about: `cn_…` or `pay_…`
 */
public record Alarm(Realm realm, AlarmKind kind, String subject) {}
