import type { UserSettings } from '@kituo/sdk/contracts';
import { createContext, use } from 'react';
import type { Console } from '../console/console.ts';

/** Which sheet or drawer of the shell is open; each is a chunk of its own. */
export type Overlay = 'palette' | 'settings' | 'password' | 'shortcuts' | null;

/** What every part of the shell may do. */
export interface HostActions {
  readonly console: Console;
  /** The version of host and SDK that runs in this tab. */
  readonly version: string;
  readonly chooseLanguage: (languageCode: string, options?: { readonly offersUndo: boolean }) => Promise<void>;
  /** Shows at once, stores with the user, and puts back what could not be stored. */
  readonly changeSettings: (part: Partial<UserSettings>, options?: { readonly offersUndo: boolean }) => Promise<void>;
  /** Asks first when a form is half filled. */
  readonly signOut: () => Promise<void>;
  readonly openOverlay: (overlay: Overlay) => void;
  /** Opens an external address of the menu in a new tab, with a short-lived token, language and country. */
  readonly openExternal: (address: string) => Promise<void>;
}

export const HostContext = createContext<HostActions | null>(null);

/** @throws Error outside of the host's tree */
export function useHost(): HostActions {
  const actions = use(HostContext);
  if (actions === null) throw new Error('Used outside of the host');
  return actions;
}
