import type { personnel } from '@kituo/sdk/contracts';
import type { Module } from '../../../define-module.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { personnelBatchKind } from './batch-job.ts';
import { personnelExport } from './export.ts';
import { personnelRoutes } from './routes.ts';
import type { PersonnelWork } from './works.ts';

interface Words {
  readonly en: string;
  readonly zh: string;
}

/** What one section's page of people brings: `...personnelSection({ … })` in its module. */
export function personnelSection(section: {
  readonly endpoints: personnel.PersonnelEndpoints;
  readonly work: PersonnelWork;
  readonly page: string;
  /** Of the two jobs: a change of many, and the file. */
  readonly updates: Words;
  readonly file: Words;
  /** The accounts' own module does it, which knows these records: so it is handed in. Answers the sessions ended. */
  freezeSignIn(userNo: string, reason: string | undefined, call: CommandContext): Promise<number>;
}) {
  const { endpoints, work, page, freezeSignIn } = section;
  const batchKind = personnelBatchKind(`${work.subjectType}s.update`, work, section.updates);
  const exported = personnelExport(endpoints, work, page, section.file);
  return {
    routes: personnelRoutes({ endpoints, work, batchKind, exported, freezeSignIn }),
    jobs: [batchKind],
    exports: [exported.kind],
    personnelWorks: [work],
    ruledPages: [{ pagePath: page.toLowerCase() }],
  } satisfies Partial<Module>;
}
