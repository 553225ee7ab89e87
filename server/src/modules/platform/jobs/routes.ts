import { job } from '@kituo/sdk/contracts';
import { implement } from '../../../http/implement.ts';
import { cancel, download, retry } from './commands.ts';
import { pageOfItems, ownJobs, readJob } from './query.ts';

export const routes = [
  implement(job.page, ownJobs.page),
  implement(job.detail, async ({ jobNo }, call) => await readJob(call.db, jobNo, call)),
  implement(job.items, pageOfItems),
  implement(job.cancel, async ({ jobNo }, call) => await cancel(jobNo, call)),
  implement(job.retry, async ({ jobNo }, call) => await retry(jobNo, call)),
  implement(job.file, async ({ jobNo }, call) => await download(jobNo, call)),
];
