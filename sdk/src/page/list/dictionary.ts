/** What a coded value says about the thing: grey waiting, blue under way, green good, amber needs a person, red failed. */
export type StatusTone = 'waiting' | 'active' | 'good' | 'attention' | 'failed';

/**
 * A closed set of codes, written once and used by columns, filters and forms.
 * The text of each is the key `<name>.<code>` of the plugin's locale files.
 */
export interface Dictionary<Code extends string = string> {
  /** The dictionary's key, UPPER_SNAKE: `USER_STATUS`. */
  readonly name: string;
  /** Codes in the order people choose from them. */
  readonly codes: readonly Code[];
  /** A code of a newer server that is not known here is grey. */
  toneOf(code: string): StatusTone;
}

/** The codes of an enumeration on the wire: `CodesOf<typeof user.userStatus>`. A type alone, it costs a page no bytes. */
export type CodesOf<Enumeration extends { readonly _zod: { readonly output: string } }> = Enumeration['_zod']['output'];

/**
 * Defines a dictionary: each code with its tone. Named with the enumeration of the contract that owns the codes, a
 * code without a tone does not compile. The data dictionary has an entry of the same name and words.
 *
 * @example const USER_STATUS = defineDictionary<CodesOf<typeof user.userStatus>>('USER_STATUS', { NORMAL: 'good', FROZEN: 'failed' });
 */
export function defineDictionary<const Code extends string>(
  name: string,
  tones: Readonly<Record<Code, StatusTone>>,
): Dictionary<Code> {
  const codes: Code[] = [];
  const toneByCode = new Map<string, StatusTone>();
  for (const code in tones) {
    codes.push(code);
    toneByCode.set(code, tones[code]);
  }
  return { name, codes, toneOf: (code) => toneByCode.get(code) ?? 'waiting' };
}

/** The locale key of a code. */
export function codeKey(dictionary: Pick<Dictionary, 'name'>, code: string): string {
  return `${dictionary.name}.${code}`;
}
