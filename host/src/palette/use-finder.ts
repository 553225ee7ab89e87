import { session$, useValue } from '@kituo/sdk';
import { useMemo, useState } from 'react';
import type { MenuLeaf } from '../menu/menu-tree.ts';

/** What is found by a number that was typed, and where it opens. */
interface Finder<By> {
  /** Tells its question apart from pages. */
  readonly id: string;
  /** The page where what is found opens: for those who may open it. */
  readonly page: string;
  /** What was typed may name; null for anything else. */
  readonly byOf: (typed: string) => By | null;
  readonly question: (typed: string) => string;
  readonly find: (by: By) => Promise<readonly MenuLeaf[]>;
}

/** A finder at work on what is typed. */
export interface Finding {
  readonly leaves: readonly MenuLeaf[];
  /** Whether the entry of that id is the question itself. */
  readonly isQuestion: (id: string) => boolean;
  readonly ask: () => Promise<void>;
  /** Nothing belongs to what was asked for. */
  readonly isNothing: boolean;
}

interface Found {
  readonly typed: string;
  readonly leaves: readonly MenuLeaf[];
}

export const leafOf = (id: string, title: string, section: string | null, path: string | null): MenuLeaf => ({
  node: { id, title, path, externalUrl: null, icon: path === null ? 'search' : 'document', children: [] },
  section,
});

/** Asked for by Enter and not by each key: what a person sees masked is found against their limit of reveals. */
export function useFinder<By>(typed: string, finder: Finder<By>): Finding {
  const mayOpen = useValue(session$).fullPaths.has(finder.page.toLowerCase());
  const by = useMemo(() => (mayOpen ? finder.byOf(typed) : null), [mayOpen, finder, typed]);
  const [found, setFound] = useState<Found | null>(null);
  const answer = found?.typed === typed ? found.leaves : null;
  const question = useMemo(
    () => (by === null ? [] : [leafOf(finder.id, finder.question(typed.trim()), null, null)]),
    [by, finder, typed],
  );
  return {
    leaves: answer ?? question,
    isQuestion: (id) => id === finder.id,
    ask: async () => {
      if (by !== null) setFound({ typed, leaves: await finder.find(by) });
    },
    isNothing: answer?.length === 0,
  };
}
