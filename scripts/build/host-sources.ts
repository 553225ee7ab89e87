export interface HostSources {
  /** The module that starts the host. */
  readonly main: string;
  /** The sign-in page, which the host imports when nobody is signed in. */
  readonly signIn: string;
  /** What fills the slots of pages, which the host imports where a plugin fills any. */
  readonly slots: string;
  /** `@kituo/sdk` and `@kituo/sdk/page`, when others than the workspace's. */
  readonly sdk: string;
  readonly sdkPage: string;
  /** The folder of the SDK's doors, and which there are. */
  readonly doors?: { readonly folder: string; readonly names: readonly string[] };
  /** Folders with `en.json` and `zh.json`, by i18next namespace. */
  readonly locales: Readonly<Record<string, string>>;
  /** The same of parts that come after the first screen and bring their texts along, as code. */
  readonly lateLocales: Readonly<Record<string, string>>;
  /** Begun ahead, in idle time: the browser compiles all of it before it is called. */
  readonly isAhead?: boolean;
}
