import { announcement } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { merchantsSeen } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';
import { customersByMerchant, customersOf } from './readers.ts';
import { startOfBusinessDate, addDays } from '../../platform/policy/index.ts';

const ACTIONS: Readonly<Record<string, announcement.AnnouncementRow['allowedActions']>> = {
  DRAFT: ['save', 'publish'],
  SCHEDULED: ['abolish'],
  ACTIVE: ['abolish'],
  ENDED: [],
  ABOLISHED: ['restart'],
};

/** ANNOUNCEMENT_STATUS at a moment, of the row `a`. */
export const statusNow = sql<announcement.AnnouncementRow['announcementStatus']>`
  announcement_status_at(a.announcement_status, a.published_at, a.ends_at, now())`;

/** Announcements that concern one of the caller's merchants, or all. */
export const announcements = defineList(
  announcement.page,
  (db) => db.selectFrom('announcement as a'),
  (by) => ({
    scope: ({ caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      return merchantNos && sql<boolean>`(cardinality(a.merchant_nos) = 0 or a.merchant_nos && ${merchantNos}::text[])`;
    },
    key: 'a.announcementNo',
    filters: {
      title: (text) => sql<boolean>`exists (select from jsonb_each_text(a.title) as one
        where one.value ilike '%' || ${text} || '%')`,
      audience: by.is('a.audience'),
      announcementType: by.is('a.announcementType'),
      merchantNo: (merchantNo) =>
        sql<boolean>`(cardinality(a.merchant_nos) = 0 or ${merchantNo} = any(a.merchant_nos))`,
      announcementStatus: (status) => sql<boolean>`${statusNow} = ${status}`,
      period: ({ from, to }) => {
        const since = from === undefined ? null : startOfBusinessDate(from);
        const until = to === undefined ? null : startOfBusinessDate(addDays(to, 1));
        return sql<boolean>`tstzrange(a.published_at, a.ends_at) && tstzrange(${since}, ${until})`;
      },
    },
    sorts: { startAt: 'a.publishedAt', endAt: 'a.endsAt' },
    first: [['a.publishedAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('appUser as m', 'm.userNo', 'a.makerUserNo')
        .selectAll('a')
        .select([
          'm.realName as makerName',
          statusNow.as('shownStatus'),
          sql<string[]>`case when a.audience = 'STAFF' and cardinality(a.dept_nos) > 0
            then array(select d.dept_name from department d where d.dept_no = any(a.dept_nos) order by 1)
            else array(select m.merchant_name from merchant m where m.merchant_no = any(a.merchant_nos) order by 1)
            end`.as('forNames'),
          sql<number>`(case a.audience when 'STAFF' then (select count(*)::int from announcement_confirmation c
              where c.announcement_no = a.announcement_no)
            else (select count(*)::int from announcement_reader r where r.announcement_no = a.announcement_no) end)`.as(
            'confirmed',
          ),
          sql<number>`(select count(*)::int from app_user u where u.user_status = 'NORMAL'
            and (cardinality(a.dept_nos) = 0 or exists (
              with recursive up as (
                select d.dept_no, d.parent_dept_no from department d where d.dept_no = u.dept_no
                union all select p.dept_no, p.parent_dept_no from department p join up on p.dept_no = up.parent_dept_no)
              select from up where up.dept_no = any(a.dept_nos)))
            and (cardinality(a.merchant_nos) = 0 or exists (select from user_merchant um
              where um.user_no = u.user_no and um.merchant_no = any(a.merchant_nos))))`.as('staffReached'),
        ]),
    rows: async (found, { db, caller }) => {
      const isForApp = found.some(({ audience }) => audience === 'APP');
      const byMerchant = isForApp ? await customersByMerchant(db) : new Map<string, number>();
      return found.map((stored) => {
        const isStaff = stored.audience === 'STAFF';
        const { shownStatus, confirmed, staffReached } = stored;
        const reached = isStaff ? staffReached : customersOf(byMerchant, stored.merchantNos);
        return {
          announcementNo: stored.announcementNo,
          title: stored.title,
          content: stored.content,
          audience: stored.audience,
          announcementType: stored.announcementType,
          merchantNos: stored.merchantNos,
          deptNos: stored.deptNos,
          forNames: stored.forNames,
          mustConfirm: stored.mustConfirm,
          startAt: stored.publishedAt.toISOString(),
          endAt: stored.endsAt?.toISOString() ?? null,
          image: stored.image,
          announcementStatus: shownStatus,
          abolishReason: stored.abolishReason,
          reached,
          confirmed,
          readPercent: reached > 0 ? Math.round((confirmed * 100) / reached) : null,
          makerName: stored.makerName,
          version: stored.version,
          allowedActions: (ACTIONS[shownStatus] ?? []).filter((action) =>
            caller.codes.has(`operation:announcement:${action}`),
          ),
        };
      });
    },
  }),
);
