/** Namespace → dotted key → text. */
export type OwnTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Where texts lie, by language, namespace and key. */
export interface TextStore {
  get(language: string, namespace: string, key: string): unknown;
  set(language: string, namespace: string, key: string, text: unknown): void;
}

/**
 * Texts that the lender's own people wrote lie over the shipped ones, whichever come first. Lifted, the
 * shipped ones are as they were.
 */
export interface OwnLayer {
  /** Takes the place of all own texts of a language. */
  replace(language: string, texts: OwnTexts): void;
  /** Lays what there is over a namespace's shipped texts. */
  lay(language: string, namespace: string): void;
  lift(language: string, namespace: string): void;
}

export function createOwnLayer(store: TextStore): OwnLayer {
  const own = new Map<string, OwnTexts>();
  const covered = new Map<string, Map<string, unknown>>();

  function lay(language: string, namespace: string): void {
    const texts = Object.entries(own.get(language)?.[namespace] ?? {});
    if (texts.length === 0) return;
    const shipped = new Map<string, unknown>();
    for (const [key, text] of texts) {
      shipped.set(key, store.get(language, namespace, key));
      store.set(language, namespace, key, text);
    }
    covered.set(`${language} ${namespace}`, shipped);
  }

  function lift(language: string, namespace: string): void {
    const id = `${language} ${namespace}`;
    for (const [key, text] of covered.get(id) ?? []) store.set(language, namespace, key, text);
    covered.delete(id);
  }

  return {
    replace(language, texts) {
      for (const namespace of Object.keys(own.get(language) ?? {})) lift(language, namespace);
      own.set(language, texts);
      for (const namespace of Object.keys(texts)) lay(language, namespace);
    },
    lay,
    lift,
  };
}
