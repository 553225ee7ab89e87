import type { Module } from './define-module.ts';
import { recommendedBy } from './modules/collections/node-notices/index.ts';
import { createDecisions } from './modules/platform/approvals/index.ts';
import { createChangeKinds } from './modules/platform/changes/index.ts';
import { createConfigFamilies } from './modules/platform/configuration/index.ts';
import { createFileSubjects } from './modules/platform/files/index.ts';
import { createImportKinds, importJob } from './modules/platform/imports/index.ts';
import { createJobKinds, refuseUnlisted } from './modules/platform/jobs/index.ts';
import { createRevealKinds } from './modules/platform/reveal/index.ts';
import { createTiles } from './modules/platform/tiles/index.ts';
import { createRuledPages } from './modules/staff/menus/index.ts';
import { createPersonnelWorks } from './modules/staff/personnel/index.ts';
import { modules } from './modules.ts';

/** What all modules together bring. Throws where two bring the same, and names it. */
export function gather(from: readonly Module[]) {
  const names = from.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the module ${twice} is listed twice`);
  const importKinds = createImportKinds(from.flatMap(({ imports = [] }) => imports));
  return {
    routes: from.flatMap(({ routes = [] }) => routes),
    importKinds,
    /** An import and an export are jobs, too. */
    jobKinds: createJobKinds([
      ...from.flatMap(({ jobs = [], exports = [] }) => [...jobs, ...exports]),
      ...[...importKinds.values()].map((kind) => importJob(kind)),
    ]),
    changeKinds: createChangeKinds(from.flatMap(({ changes = [] }) => changes)),
    configFamilies: createConfigFamilies(from.flatMap(({ config = [] }) => config)),
    revealKinds: createRevealKinds(from.flatMap(({ reveals = [] }) => reveals)),
    personnelWorks: createPersonnelWorks(from.flatMap(({ personnelWorks = [] }) => personnelWorks)),
    fileSubjects: createFileSubjects(from.flatMap(({ fileSubjects = [] }) => fileSubjects)),
    ruledPages: createRuledPages(from.flatMap(({ ruledPages = [] }) => ruledPages)),
    merchantEvents: new Map(
      from.flatMap(({ merchantEvents = [] }) => merchantEvents.map((kind) => [kind.event, kind])),
    ),
    decisions: createDecisions(from.flatMap(({ decisions = [] }) => decisions)),
    tiles: createTiles(from.flatMap(({ tiles = [] }) => tiles)),
    recommendedProduct: recommendedBy(from.flatMap((module) => module.recommendedProduct ?? [])),
    subscribers: from.flatMap(({ subscribers = [] }) => subscribers),
  };
}

export const gathered = gather(modules);
refuseUnlisted(gathered.jobKinds);
