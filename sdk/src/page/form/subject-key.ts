/** Names of fields that say which thing something is: `userNo`, `ruleId`. */
const ID_FIELD = /^[a-z][A-Za-z]*(No|Id)$/;

/**
 * What tells two subjects of one form apart: the first number or id of a thing, those of all things
 * of a selection, nothing for what is new.
 *
 * @example subjectKey({ userNo: 'U0100', realName: 'Achieng' }) // 'U0100'
 */
export function subjectKey(subject: unknown): string {
  if (typeof subject === 'string' || typeof subject === 'number') return String(subject);
  if (Array.isArray(subject)) return subject.map(subjectKey).join(',');
  if (typeof subject !== 'object' || subject === null) return '';
  const found = Object.entries(subject).find(
    ([name, value]) => ID_FIELD.test(name) && (typeof value === 'string' || typeof value === 'number'),
  );
  return found === undefined ? '' : String(found[1]);
}
