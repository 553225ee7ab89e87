import { BuildError } from '../build/build-error.ts';

/** The storeys of the server, top first. */
export const STOREYS = [
  'console',
  'review',
  'payments',
  'collections',
  'lending',
  'parties',
  'staff',
  'plugins',
  'platform',
] as const;

/** Where modules of a section stand, unless a page says otherwise. */
const STOREY_OF: Readonly<Record<string, string>> = {
  home: 'console',
  audit: 'review',
  'order-detail': 'review',
  'after-loan': 'payments',
  charge: 'payments',
  merchant: 'payments',
  supermarket: 'payments',
  collection: 'collections',
  'collection-new': 'collections',
  telemarketing: 'collections',
  marketing: 'collections',
  'customer-service': 'collections',
  operation: 'lending',
  risk: 'lending',
  users: 'staff',
  schedule: 'staff',
  quality: 'staff',
  appraisal: 'staff',
};

export interface PageRequest {
  readonly plugin: string;
  /** `SchedulePlan`: the last part of the page's address. */
  readonly page: string;
  readonly storey?: string | undefined;
  readonly module?: string | undefined;
  /** The section's part of the address, where the plugin is new and the menu does not name the page. */
  readonly section?: string | undefined;
  /** The operation that saving takes: `schedule:plan:save`. */
  readonly code?: string | undefined;
  /** What the page is called, in English and Chinese, where the menu does not name it. */
  readonly title?: string | undefined;
  readonly titleZh?: string | undefined;
}

/** Every name that the files of a page are made of. */
export interface PageNames {
  readonly plugin: string;
  readonly page: string;
  readonly storey: string;
  readonly module: string;
  /** `schedulePlan`: contracts, columns and texts. */
  readonly thing: string;
  /** `SchedulePlan`: types. */
  readonly type: string;
  /** `schedule-plan`: files. */
  readonly file: string;
  /** `schedule_plan`: the table. */
  readonly table: string;
  /** `SCHEDULE_PLAN`: constants. */
  readonly constant: string;
  /** `schedule plan`: in sentences. */
  readonly words: string;
  /** `SP`: how its numbers begin. */
  readonly prefix: string;
  /** `schedulePlans`. */
  readonly things: string;
}

const NAMES = /^[a-z][a-z0-9-]{0,39}$/;

/** @throws BuildError where a name cannot be one. */
export function pageNames({ plugin, page, ...options }: PageRequest): PageNames {
  if (!NAMES.test(plugin))
    throw new BuildError(`A plugin is called by its folder: lower-case letters, digits and dashes; not "${plugin}".`);
  if (!/^([A-Z][a-z0-9]+)+$/.test(page))
    throw new BuildError(`A page is called as its address ends, such as SchedulePlan; not "${page}".`);
  const words = [...page.matchAll(/[A-Z][a-z0-9]+/g)].map(([word]) => word.toLowerCase());
  const storey = options.storey ?? STOREY_OF[plugin];
  if (storey === undefined || !STOREYS.some((each) => each === storey))
    throw new BuildError(`On which storey does its module stand? --storey, one of ${STOREYS.join(', ')}.`);
  const file = words.join('-');
  const thing = page.charAt(0).toLowerCase() + page.slice(1);
  const module = options.module ?? plural(file);
  if (!NAMES.test(module))
    throw new BuildError(`A module is called by its folder: lower-case letters, digits and dashes; not "${module}".`);
  return {
    plugin,
    page,
    storey,
    module,
    thing,
    type: page,
    file,
    table: words.join('_'),
    constant: words.join('_').toUpperCase(),
    words: words.join(' '),
    prefix: `${words[0]?.charAt(0) ?? ''}${words.at(-1)?.charAt(words.length > 1 ? 0 : 1) ?? ''}`.toUpperCase(),
    things: plural(thing),
  };
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
