import * as z from 'zod/mini';
import type { ChangeState } from '../platform/change.contract.ts';
import type { JobStatus } from '../platform/job.contract.ts';
import { pluginOverride } from '../plugins/plugin-override.ts';
import type { SessionEndReason } from './session-end-reason.ts';

/** A person's rights to see values: 1 masks them. The spec's name and values. */
const flag = z.union([z.literal(0), z.literal(1)]);

export const sessionUser = z.object({
  userNo: z.string(),
  userName: z.string(),
  realName: z.string(),
  deptName: z.nullable(z.string()),
  isDesensitization: flag,
  roles: z.array(z.object({ roleNo: z.string(), roleName: z.string() })),
  merchants: z.array(z.object({ merchantNo: z.string(), merchantName: z.string() })),
  mfaBound: z.boolean(),
});
export type SessionUser = z.output<typeof sessionUser>;

/** A menu entry as the spec's section 3 has it, with what drawing it needs. */
export interface MenuItem {
  menuName: string;
  /** A route path in any case, or an operation code; null for a catalogue. */
  perms: string | null;
  /** Opened in a new tab; null for pages. */
  externalUrl: string | null;
  icon: string | null;
  childList: MenuItem[];
}
export const menuItem: z.ZodMiniType<MenuItem, MenuItem> = z.object({
  menuName: z.string(),
  perms: z.nullable(z.string()),
  externalUrl: z.nullable(z.string()),
  icon: z.nullable(z.string()),
  childList: z.lazy(() => z.array(menuItem)),
});

/** `user_setting_info` of the spec, plus what the person chose for the shell. */
export const userSettings = z.object({
  menuStyle: z.enum(['vertical', 'crosswise']),
  graphicVerificationIsOpenStatus: z.boolean(),
  miscellaneousFunctionIsOpenStatus: z.boolean(),
  sideNavigationIsShow: z.boolean(),
  /** A language code, or null for the default language. */
  language: z.nullable(z.string().check(z.maxLength(4))),
  theme: z.enum(['light', 'dark', 'system']),
  brand: z.enum(['kituo', 'savanna', 'ocean']),
  density: z.enum(['compact', 'comfortable']),
  pageSize: z.union([z.literal(20), z.literal(50), z.literal(100)]),
});
export type UserSettings = z.output<typeof userSettings>;

export const language = z.object({
  /** At most 4 characters: `en`, `zh`, `ke`. */
  languageCode: z.string(),
  languageName: z.string(),
  /** The language its missing texts fall back to: `ke` → `en`. */
  baseCode: z.nullable(z.string()),
  sort: z.number(),
  flag: z.nullable(z.string()),
  isDefault: z.boolean(),
  /** Names the state of its texts that were written here; absent where none were. */
  textRevision: z.optional(z.string()),
});
export type Language = z.output<typeof language>;

/**
 * A plugin as one session gets it. File names carry their SHA-256 (`<stem>.<base64url>.<ending>`),
 * so the host derives each file's integrity from its name.
 */
export const sessionPlugin = z.object({
  name: z.string(),
  version: z.string(),
  /** Where its files are; absent for those below `/plugins/<name>/<version>/`. Set by the host for a plugin on trial. */
  base: z.optional(z.string()),
  titleKey: z.string(),
  /**
   * Every file this session may fetch of it, below `/plugins/<name>/<version>/`. Empty, with all
   * that points into it, where a document's inlined bootstrap leaves the plugin's files out.
   */
  files: z.array(z.string()),
  /** Index into `files`, like all numbers below. */
  entry: z.number(),
  styles: z.array(z.number()),
  locales: z.record(z.string(), z.number()),
  /** True for a plugin of others than the company: it runs in a frame of its own. */
  isIsolated: z.optional(z.boolean()),
  /** What it puts into slots of others' pages, of what the session may see. */
  fills: z.optional(
    z.array(
      z.object({
        slot: z.string(),
        name: z.string(),
        titleKey: z.string(),
        files: z.array(z.number()),
        styles: z.array(z.number()),
        texts: z.optional(z.record(z.string(), z.number())),
        shared: z.array(z.string()),
      }),
    ),
  ),
  pages: z.array(
    z.object({
      name: z.string(),
      path: z.string(),
      titleKey: z.string(),
      /** Of a page whose browser title is not the menu's. */
      headlineTitleKey: z.optional(z.string()),
      files: z.array(z.number()),
      styles: z.array(z.number()),
      /** Language code to the file of the texts that it names; absent where it takes those of all pages, `locales`. */
      texts: z.optional(z.record(z.string(), z.number())),
      /** Shared names to preload with it, beyond `react` and `@kituo/sdk`. */
      shared: z.array(z.string()),
    }),
  ),
});
export type SessionPlugin = z.output<typeof sessionPlugin>;

export const sessionRegistry = z.object({
  /** Changes whenever anything in it does. */
  revision: z.string(),
  plugins: z.array(sessionPlugin),
});
export type SessionRegistry = z.output<typeof sessionRegistry>;

/** All the host needs to draw a signed-in person's console: one call after sign-in, inlined on a reload. */
export const bootstrap = z.object({
  /** The public half of the session's token (`<sessionId>.<secret>`): tells whose bootstrap this is. */
  sessionId: z.string(),
  user: sessionUser,
  isUpdatePasswordStatus: z.boolean(),
  menus: z.array(menuItem),
  /** Operation codes held, sorted. */
  perms: z.array(z.string()),
  /** Lower-cased paths of the pages this session may open, sorted. */
  fullPaths: z.array(z.string()),
  settings: userSettings,
  languages: z.array(language),
  companyCode: z.string(),
  /** The extension that the person's calls ring; null without one, or where no telephone exchange is connected. */
  callSystemChannel: z.nullable(z.string()),
  /** Whether staff may try plugins of their own (`plugin:develop`): import-map-overrides is loaded. */
  mayOverride: z.boolean(),
  /** Plugins that this session tries from a developer's machine; absent where it tries none. */
  overrides: z.optional(z.array(pluginOverride)),
  registry: sessionRegistry,
});
export type Bootstrap = z.output<typeof bootstrap>;

/** A thing by its number: `order`, `LO0000000001`. */
export interface ChangedThing {
  subjectType: string;
  subjectNo: string;
}

/** What the server pushes over `user/events`. */
export type ServerEvent =
  | { type: 'hello'; revision: string }
  | { type: 'registry'; revision: string }
  | { type: 'permissions' }
  /** Events may be lost: whoever shows anything reads it again. */
  | { type: 'missed' }
  /** Warnings of this person changed: what shows them reads again. */
  | { type: 'warnings' }
  /** Values of selects changed: what shows them reads again. */
  | { type: 'dictionaries' }
  /** Orders came to this reviewer or left them: their queue reads again. */
  | { type: 'orders' }
  | { type: 'session'; reason: SessionEndReason }
  | { type: 'version'; version: string }
  /** Texts or languages changed: what is shown in them is read again. */
  | { type: 'languages' }
  /** A change that awaits approval was requested, decided or has expired. */
  | { type: 'change'; changeNo: string; changeState: ChangeState }
  /** Things that this person may see were changed: whoever shows them reads them again. */
  | { type: 'changed'; things: ChangedThing[] }
  | {
      type: 'job';
      jobNo: string;
      status: JobStatus;
      done: number;
      total: number;
    };
