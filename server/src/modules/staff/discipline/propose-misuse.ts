import type { discipline, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { unusualDays } from '../../platform/reveal/index.ts';
import { proposeRecord } from './commands.ts';

/**
 * What somebody revealed on an unusual day, as a record for another person to confirm.
 * @throws AppError NOT_FOUND where nothing of the day was unusual, DISCIPLINE_OWN, DISCIPLINE_EXISTS
 */
export async function proposeMisuse(
  { userNo, eatDay, points, content }: ParsedRequestOf<typeof discipline.propose>,
  call: CommandContext,
): Promise<ReplyOf<typeof discipline.propose>> {
  const { tx, caller } = call;
  if (userNo === caller.userNo) throw new AppError('DISCIPLINE_OWN');
  const [day] = await unusualDays({ userNos: [userNo], eatDay: { from: eatDay, to: eatDay } }, { ...call, db: tx });
  if (!day) throw new AppError('NOT_FOUND');
  const recordNo = await proposeRecord(tx, {
    userNo,
    disciplineType: 'DATA_MISUSE',
    disciplineLevel: 'WARNING',
    points,
    happenedOn: eatDay,
    content: `${day.reveals} values revealed, usually ${day.usual}. ${content}`.slice(0, 500),
    source: 'SECURITY',
    sourceRef: day.dayId,
    recordedBy: caller.userNo,
  });
  if (recordNo === null) throw new AppError('DISCIPLINE_EXISTS');
  await writeAudit(tx, call, {
    action: 'discipline.save',
    subjectType: 'disciplineRecord',
    subjectNo: recordNo,
    after: { userNo, disciplineType: 'DATA_MISUSE', points, happenedOn: eatDay, disciplineStatus: 'PENDING' },
  });
  return { recordNo, disciplineStatus: 'PENDING' };
}
