import type { Access, revealField } from '@kituo/sdk/contracts';
import type * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import type { Caller } from '../../../http/implement.ts';
import type { Services } from '../../../services.ts';

declare module '../../../services.ts' {
  interface Services {
    /** The values that people see masked and may see in full. */
    readonly reveals: RevealKinds;
  }
}

/** Fields that roles allow to reveal. */
export type RevealField = z.output<typeof revealField>;

/**
 * One value that people see masked and may see in full. A module defines it; purpose, log and budget
 * are the same for all.
 */
export interface RevealKind {
  /** `user.phone`. */
  readonly kind: string;
  readonly title: { readonly en: string; readonly zh: string };
  /** Which of a role's fields it takes. */
  readonly field: RevealField;
  /** Who may at all: the page the value stands on, or an operation code. */
  readonly access: Exclude<Access, string>;
  /**
   * The value in full, null where there is none. Reads within the caller's scope, and throws as the
   * subject's own page does where the caller does not see it.
   */
  load(db: Queryable, subjectNo: string, caller: Caller, services: Services): Promise<string | null>;
}

export type RevealKinds = ReadonlyMap<string, RevealKind>;

declare module '../../../define-module.ts' {
  interface Module {
    /** Values that people see masked and may see in full. */
    readonly reveals?: readonly RevealKind[];
  }
}

/** All kinds by name. Throws when two are called the same. */
export function createRevealKinds(kinds: readonly RevealKind[]): RevealKinds {
  const byName = new Map<string, RevealKind>();
  for (const kind of kinds) {
    if (byName.has(kind.kind)) throw new Error(`the reveal kind ${kind.kind} is defined twice`);
    byName.set(kind.kind, kind);
  }
  return byName;
}
