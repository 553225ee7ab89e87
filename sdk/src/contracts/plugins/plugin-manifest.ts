import * as z from 'zod/mini';

const name = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/, 'lower-case letters, digits and dashes'));
/** As semver has it, with an end: what a version is compared by has to be a number that can be told from the next. */
export const pluginVersion = z
  .string()
  .check(
    z.maxLength(64),
    z.regex(
      /^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}(-(0|[1-9]\d{0,14}|\d*[a-z-][0-9a-z-]*)(\.(0|[1-9]\d{0,14}|\d*[a-z-][0-9a-z-]*))*)?$/,
      'a version such as 1.4.0',
    ),
  );
/** A prefix of paths. An empty one would be all of them. */
const apiFamily = z
  .string()
  .check(z.regex(/^[A-Za-z][\w-]{0,79}(\/[\w/{}-]{0,120})?$/, 'the beginning of a path, such as user/'));
const operationCode = z.string().check(z.regex(/^[a-z][A-Za-z0-9]*(:[a-z][A-Za-z0-9]*){2}$/, 'area:thing:action'));

const openedValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A call that a page begins with: its answer travels with the document that opens the page. */
export const pageOpening = z.strictObject({
  /** The endpoint's name, `announcement.mine`: a query that answers JSON. */
  call: z.string(),
  /** What it is asked. `?orderNo` stands for what the address says under that name; without it the call is left out. */
  request: z.optional(z.record(z.string(), openedValue)),
  /** For a list, whose filters, sort, page and size its address says. */
  list: z.optional(
    z.strictObject({
      /** What its views are kept under, where that is not the call; null for a list without views. */
      name: z.optional(z.nullable(z.string())),
      /** The sort where the address says none: a field, `-field` for the last first. */
      sort: z.optional(z.string()),
      /** Filters that it always sends. */
      always: z.optional(z.record(z.string(), openedValue)),
      /** What filters hold where the address says nothing of them; `last 7 days` is a range. */
      initial: z.optional(z.record(z.string(), z.string())),
    }),
  ),
  /** Only where the address says one of these under the name; empty text for nothing: `{ "tab": ["", "roles"] }`. */
  when: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type PageOpening = z.output<typeof pageOpening>;

/** A page a plugin offers, as its author declares it. */
export const pluginPage = z.strictObject({
  /** The name in `definePlugin({ pages })`, also the last part of the route: `UserManagement`. */
  name: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/)),
  /** The whole route, as the spec writes it: `/AdminContent/UserSystem/UserManagement`. */
  path: z.string().check(z.regex(/^\/AdminContent(\/[A-Za-z][A-Za-z0-9]{0,63}){1,2}$/)),
  /** The key of the page's title in the plugin's locale files. */
  titleKey: z.string().check(z.minLength(1), z.maxLength(120)),
  /** The key of a headline that stands above the page and in the browser's title in place of the menu's; without a text the menu's stays. */
  headlineTitleKey: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
  /** The module below the plugin's folder that holds the page: `src/pages/user-management.page.tsx`. */
  module: z.string().check(z.regex(/^src\/[A-Za-z0-9_./-]+\.tsx?$/)),
  /** The operation codes its buttons ask for. */
  codes: z._default(z.array(operationCode), []),
  /** True for pages the guard always allows (Home, WarningNotify, OrderDetail, OrderAudit). */
  always: z._default(z.boolean(), false),
  /** The calls it begins with, for the server to answer with the document. */
  opens: z.optional(z.array(pageOpening).check(z.maxLength(12))),
});

const slotName = z.string().check(z.regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/, 'a slot such as home.tile'));

/** A part that a plugin puts into a slot of another's page. */
export const pluginFill = z.strictObject({
  /** `home.tile`, `order-detail.tab`, `customer.action`. */
  slot: slotName,
  /** The name in `definePlugin({ fills })`. */
  name: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9]{0,63}$/)),
  titleKey: z.string().check(z.minLength(1), z.maxLength(120)),
  module: z.string().check(z.regex(/^src\/[A-Za-z0-9_./-]+\.tsx?$/)),
  /** The page of this plugin that a person has to hold to see it. */
  page: z.string(),
});

/** A route of the plugin's own service: `/api/plugin/<name><path>`; `{name}` stands for one part. */
export const backendRoute = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string().check(z.regex(/^(\/([A-Za-z0-9_-]+|\{[a-z][A-Za-z0-9]*\}))+$/, 'such as /orders/{no}')),
  /** The page of this plugin that a person has to hold to call it. */
  page: z.string(),
});
export type BackendRoute = z.output<typeof backendRoute>;

/** `plugin.json`: what a plugin says of itself. Read without running any of its code. */
export const pluginDescription = z.strictObject({
  $schema: z.optional(z.string()),
  name,
  version: pluginVersion,
  /** The range of SDK versions it was written for: `^0.1.0`. */
  sdk: z.string().check(z.regex(/^[\^~]?\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
  publisher: z.string().check(z.minLength(1), z.maxLength(64)),
  section: z.strictObject({
    /** The route part of the section: `UserSystem`; empty for pages right below AdminContent. */
    path: z.string(),
    titleKey: z.string().check(z.minLength(1)),
  }),
  pages: z.array(pluginPage).check(z.minLength(1)),
  capabilities: z._default(
    z.strictObject({
      /** API families it calls, as path prefixes: `user/`, `role/`. */
      api: z._default(z.array(apiFamily).check(z.maxLength(100)), []),
      clipboard: z._default(z.boolean(), false),
      download: z._default(z.boolean(), false),
    }),
    { api: [], clipboard: false, download: false },
  ),
  /** What it draws for others in its pages, and what it puts into others' pages. */
  slots: z.optional(
    z.strictObject({
      offers: z.optional(z.array(slotName)),
      fills: z.optional(z.array(pluginFill).check(z.maxLength(20))),
    }),
  ),
  /** Routes of a service of its publisher, at the address that an operator grants. */
  backend: z.optional(
    z.strictObject({
      routes: z.array(backendRoute).check(z.minLength(1), z.maxLength(100)),
    }),
  ),
  locales: z.array(z.string().check(z.regex(/^[a-z]{2,4}$/))).check(z.minLength(1)),
  /** The most a person downloads for one page of it, brotli, KB. The build fails past it. */
  budgetKb: z._default(z.number().check(z.positive()), 60),
});
export type PluginDescription = z.output<typeof pluginDescription>;

/**
 * A file of a package. Its name is `<stem>.<hash>.<ending>`, where `<hash>` is the SHA-256 of its
 * content in base64url (43 characters), so the name is its integrity.
 */
export const packageFile = z.object({
  name: z.string().check(z.regex(/^[A-Za-z0-9_.-]+\.[A-Za-z0-9_-]{43}\.(js|css|json|svg|png|webp|woff2)$/)),
  bytes: z.number(),
  brotliBytes: z.number(),
});

/** `manifest.json` of a built package. Numbers in `entry`, `files`, `styles`, `locales`, `texts` index `files`. */
export const pluginManifest = z.object({
  format: z.literal(1),
  description: pluginDescription,
  /** Import-map names its chunks import that the host provides: `react`, `@kituo/sdk`. */
  shared: z.array(z.string()),
  /** The major version of React it was built for. */
  react: z._default(z.number(), 19),
  files: z.array(packageFile),
  entry: z.number(),
  styles: z.array(z.number()),
  /** Language code to the file of all texts. */
  locales: z.record(z.string(), z.number()),
  pages: z.array(
    z.object({
      name: z.string(),
      /** The scripts the page needs beside the entry: its chunk and what that imports. */
      files: z.array(z.number()),
      styles: z.array(z.number()),
      /** Language code to the file of the texts that it names; absent where those of all pages serve. */
      texts: z.optional(z.record(z.string(), z.number())),
      /** What it may import later on: its chunks behind `import()`, and what those import. */
      later: z._default(z.array(z.number()), []),
      /** The shared names that it needs beyond `react` and `@kituo/sdk`. */
      shared: z.array(z.string()),
    }),
  ),
  /** What its fills need, like pages; absent where it fills no slot. */
  fills: z.optional(
    z.array(
      z.object({
        name: z.string(),
        files: z.array(z.number()),
        styles: z.array(z.number()),
        texts: z.optional(z.record(z.string(), z.number())),
        later: z.array(z.number()),
        shared: z.array(z.string()),
      }),
    ),
  ),
});
export type PluginManifest = z.output<typeof pluginManifest>;
