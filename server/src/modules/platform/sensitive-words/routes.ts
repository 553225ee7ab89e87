import { sensitiveWord } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import { implement } from '../../../http/implement.ts';
import { readHistory } from '../audit/index.ts';
import { createJob } from '../jobs/index.ts';
import { hitExport, wordHits } from './hits.ts';
import { deleteWordGroup, saveWordGroup, switchWordGroup } from './commands.ts';
import { wordsFound } from './find-words.ts';
import { moveManyKind, switchManyKind } from './many.ts';
import { startTrial, trialResult } from './trial.ts';
import { wordGroupExport, wordGroups } from './list.ts';

const SHOWN_HITS = 50;

export const routes = [
  implement(sensitiveWord.page, wordGroups.page),
  implement(sensitiveWord.exportList, wordGroupExport.queue),
  implement(sensitiveWord.detail, async ({ wordGroupNo }, call) => {
    const row = await wordGroups.one(wordGroupNo, call);
    const hits = await call.db
      .selectFrom('wordHit as h')
      .leftJoin('appUser as u', 'u.userNo', 'h.userNo')
      .select(['h.hitAt', 'u.realName as byName', 'h.scope', 'h.word', 'h.text'])
      .where('h.wordGroupNo', '=', wordGroupNo)
      .orderBy('h.hitAt', 'desc')
      .limit(SHOWN_HITS)
      .execute();
    return {
      row,
      hits: hits.map((hit) => ({ ...hit, hitAt: hit.hitAt.toISOString() })),
      history: await readHistory(call.db, 'wordGroup', wordGroupNo),
    };
  }),
  implement(sensitiveWord.hitPage, wordHits.page),
  implement(sensitiveWord.hitExport, hitExport.queue),
  implement(sensitiveWord.save, saveWordGroup),
  implement(sensitiveWord.enable, (named, call) => switchWordGroup(named, true, call)),
  implement(sensitiveWord.disable, (named, call) => switchWordGroup(named, false, call)),
  implement(sensitiveWord.remove, deleteWordGroup),
  implement(sensitiveWord.switchMany, async ({ wordGroupNos, isEnabled }, call) => {
    const items = [...new Set(wordGroupNos)].map((subjectNo) => ({ subjectNo, input: null }));
    return { jobNo: await createJob(switchManyKind, { isEnabled }, call, items) };
  }),
  implement(sensitiveWord.moveMany, async ({ wordGroupNos, toWordGroupNo }, call) => {
    const target = call.tx.selectFrom('wordGroup').select('version').where('wordGroupNo', '=', toWordGroupNo);
    if (!(await target.executeTakeFirst())) throw new AppError('REFERENCE_UNKNOWN', { fields: ['toWordGroupNo'] });
    const items = [...new Set(wordGroupNos)].map((subjectNo) => ({ subjectNo, input: null }));
    return { jobNo: await createJob(moveManyKind, { toWordGroupNo }, call, items) };
  }),
  implement(sensitiveWord.trial, startTrial),
  implement(sensitiveWord.trialResult, trialResult),
  implement(sensitiveWord.check, async ({ text, scope }, { db }) => {
    const found = await wordsFound(db, scope, text);
    return found.map(({ word, wordGroup, action }) => ({ word, wordGroup, action }));
  }),
];
