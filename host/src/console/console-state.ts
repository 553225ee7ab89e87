import type { Bootstrap, SessionEndReason } from '@kituo/sdk/contracts';
import type { ComponentType } from 'react';
import type { LoadError } from '../loading/load-error.ts';
import type { PageEntry } from '../registry/page-table.ts';
import type { NavigationKind, Place } from '../routing/history.ts';

/** Why the sign-in page is shown, beyond the first visit. */
export type SignInReason = SessionEndReason | 'NO_TOKEN' | null;

/** What is in the content area. */
export type ContentView =
  | {
      readonly kind: 'page';
      readonly place: Place;
      readonly entry: PageEntry;
      readonly component: ComponentType;
      readonly navigation: NavigationKind;
      /** Grows with each retry, so that an error boundary starts again. */
      readonly attempt: number;
    }
  | {
      readonly kind: 'failed';
      readonly place: Place;
      readonly entry: PageEntry;
      readonly error: LoadError;
    }
  /** Permitted, but no plugin of this session offers it. */
  | { readonly kind: 'absent'; readonly place: Place }
  /** The first page is on its way: the frame stands, the content does not. */
  | { readonly kind: 'opening'; readonly place: Place };

export type ConsoleState =
  | { readonly phase: 'starting' }
  | { readonly phase: 'signIn'; readonly reason: SignInReason }
  /** Signed in, but what the person may see could not be read. */
  | { readonly phase: 'unreachable'; readonly error: unknown }
  | {
      readonly phase: 'open';
      readonly bootstrap: Bootstrap;
      readonly content: ContentView;
      /** The path of a page that is being loaded while the present one stays. */
      readonly pending: string | null;
    };

/** What the shell tells the person about changes it did not ask for. */
export type ConsoleNotice =
  | { readonly kind: 'refused' }
  | { readonly kind: 'pageGone'; readonly entry: PageEntry }
  | { readonly kind: 'pagesCome'; readonly entries: readonly PageEntry[] };
