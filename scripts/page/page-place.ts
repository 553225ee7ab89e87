import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { OPERATION_CODES } from '../../server/src/seed/operation-codes.ts';
import { SECTIONS } from '../../server/src/seed/roles.ts';
import { BuildError } from '../build/build-error.ts';
import type { PageNames, PageRequest } from './page-names.ts';

/** Where a page stands in the console, and what saving takes. */
export interface PagePlace {
  /** `ScheduleManage`. */
  readonly section: string;
  readonly sectionTitle: Titles;
  readonly path: string;
  readonly title: Titles;
  readonly code: string;
  /** False where the menu of the seed has to learn of it. */
  readonly isInMenu: boolean;
  readonly isCodeKnown: boolean;
  readonly isNewPlugin: boolean;
}

interface Titles {
  readonly en: string;
  readonly zh: string;
}

const described = z.object({ section: z.object({ path: z.string() }) });

/** @throws BuildError where the menu has no such section. */
export function pagePlace(root: string, names: PageNames, request: PageRequest): PagePlace {
  const { plugin, page, words } = names;
  const file = join(root, 'plugins', plugin, 'plugin.json');
  const own = existsSync(file) ? described.parse(JSON.parse(readFileSync(file, 'utf8'))).section.path : undefined;
  const listed = SECTIONS.filter(({ pages }) => pages.some(([name]) => name === page));
  const wanted = own ?? request.section ?? (listed.length === 1 ? listed[0]?.path : undefined);
  const section = SECTIONS.find(({ path }) => path === wanted);
  if (section === undefined)
    throw new BuildError(
      `Which section of the menu is ${page} in? --section, one of ${SECTIONS.map(({ path }) => path).join(', ')}.`,
    );
  const entry = section.pages.find(([name]) => name === page);
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  const area = section.areas[0] ?? '';
  const code = request.code ?? knownCode(area, words) ?? `${area}:${names.thing}:save`;
  if (!/^[a-z][A-Za-z0-9]*(:[a-z][A-Za-z0-9]*){2}$/.test(code))
    throw new BuildError(`An operation is called area:thing:action, such as schedule:plan:save; not "${code}".`);
  return {
    section: section.path,
    sectionTitle: { en: section.en, zh: section.zh },
    path: ['/AdminContent', section.path, page].filter((part) => part !== '').join('/'),
    title: {
      en: request.title ?? entry?.[1] ?? sentence,
      zh: request.titleZh ?? entry?.[2] ?? request.title ?? sentence,
    },
    code,
    isInMenu: entry !== undefined,
    isCodeKnown: OPERATION_CODES.includes(code),
    isNewPlugin: own === undefined,
  };
}

/** The operation of the menu that saves what the page's name ends with: `schedule:plan:save` for SchedulePlan. */
function knownCode(area: string, words: string): string | undefined {
  const last = words.split(' ').at(-1) ?? '';
  return OPERATION_CODES.find((code) => code === `${area}:${last}:save`);
}
