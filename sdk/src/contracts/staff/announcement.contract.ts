import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import {
  businessNo,
  dayRange,
  exportReply,
  exportRequest,
  listReply,
  listRequest,
  reason,
  textFilter,
} from '../list.ts';
import { attachedImage } from '../platform/attached-image.ts';
import { historyEntry } from '../platform/history.ts';
import { variablesIn } from '../platform/message-nodes.ts';

export const staffAnnouncement = z.object({
  announcementNo: z.string(),
  /** In the caller's language. */
  title: z.string(),
  content: z.string(),
  startAt: z.string(),
  endAt: z.nullable(z.string()),
  /** Covers Home until confirmed. */
  mustConfirm: z.boolean(),
  confirmedAt: z.nullable(z.string()),
});
export type StaffAnnouncement = z.output<typeof staffAnnouncement>;

export const mine = defineEndpoint({
  name: 'announcement.mine',
  method: 'GET',
  path: 'announcement/mine',
  access: 'signedIn',
  kind: 'query',
  summary: 'The staff announcements in force for one’s merchants and departments, newest first',
  request: z.object({}),
  reply: z.array(staffAnnouncement),
});

export const confirm = defineEndpoint({
  name: 'announcement.confirm',
  method: 'POST',
  path: 'announcement/confirm',
  access: 'signedIn',
  kind: 'command',
  summary: 'Confirms having read an announcement; once is enough',
  request: z.strictObject({ announcementNo: businessNo }),
  reply: z.object({ confirmedAt: z.string() }),
});

export const ANNOUNCEMENT_PAGE = '/AdminContent/OperationSystem/AnnouncementManagement';

/** ANNOUNCEMENT_AUDIENCE */
export const audience = z.enum(['APP', 'STAFF']);
/** ANNOUNCEMENT_TYPE */
export const announcementType = z.enum(['POPUP', 'BANNER', 'LIST']);
/** ANNOUNCEMENT_STATUS: what was published is scheduled, active or ended by its days. */
export const announcementStatus = z.enum(['DRAFT', 'SCHEDULED', 'ACTIVE', 'ENDED', 'ABOLISHED']);

/** A text by language code, not blank in any; English is compulsory, and so is each enabled language (the server knows which). */
const texts = (most: number) =>
  z
    .record(
      z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)),
      z
        .string()
        .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(most, `At most ${most} characters`)),
    )
    .check(z.refine((held) => 'en' in held, 'Content cannot be blank'));
/** What a text for customers may name: the first number and WhatsApp that their merchant shows. */
export const contactVariable = z.enum(['hotline', 'whatsapp']);
export type ContactVariable = z.output<typeof contactVariable>;

/** A text with contacts in the place of their variables. */
export const withContacts = (text: string, contacts: Readonly<Record<ContactVariable, string>>): string =>
  text.replace(/\{\{\s*(hotline|whatsapp)\s*\}\}/g, (_, name: ContactVariable) => contacts[name]);

export const CONTACTS_ALONE = 'Customers’ texts take {{hotline}} and {{whatsapp}} alone';
/** Staff read texts as they are. */
export const namesContactsAlone = (texts: Readonly<Record<string, string>>, shownTo: 'APP' | 'STAFF'): boolean =>
  variablesIn(Object.values(texts).join(' ')).every(
    (name) => shownTo === 'APP' && contactVariable.safeParse(name).success,
  );

const moment = z.iso.datetime({ offset: true, error: 'A date and time' });

const form = {
  title: texts(64),
  content: texts(2_000),
  audience,
  announcementType,
  /** Empty: all; only for who sees every merchant. ANNOUNCEMENT_FOR_ALL */
  merchantNos: z.array(businessNo).check(z.maxLength(100)),
  /** Of staff; empty: all. */
  deptNos: z.array(businessNo).check(z.maxLength(100)),
  mustConfirm: z.boolean(),
  startAt: moment,
  /** Null: until it is abolished. */
  endAt: z.nullable(moment),
  /** Shown in the app above the text; customers’ announcements only. */
  image: z._default(z.nullable(attachedImage), null),
};

/** Attachments of announcements belong to nobody’s merchant: one may be for all. */
export const IMAGE_SUBJECT = { subjectType: 'announcement', subjectNo: 'IMAGES' } as const;

export const announcementRow = z.object({
  announcementNo: z.string(),
  /** By language. */
  title: z.record(z.string(), z.string()),
  content: z.record(z.string(), z.string()),
  audience,
  announcementType,
  merchantNos: z.array(z.string()),
  deptNos: z.array(z.string()),
  /** Names of the merchants, or of the departments of staff; empty: all. */
  forNames: z.array(z.string()),
  mustConfirm: z.boolean(),
  startAt: z.string(),
  endAt: z.nullable(z.string()),
  image: z.nullable(attachedImage),
  announcementStatus,
  abolishReason: z.nullable(z.string()),
  /** Staff, or customers, it is for. */
  reached: z.number(),
  /** Staff who confirmed it, or customers to whom the app showed it. */
  confirmed: z.number(),
  readPercent: z.nullable(z.number()),
  makerName: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['save', 'publish', 'abolish', 'restart'])),
});
export type AnnouncementRow = z.output<typeof announcementRow>;

const managed = { page: [ANNOUNCEMENT_PAGE] } as const;
const filters = z.strictObject({
  /** In any language. */
  title: textFilter,
  audience: z.optional(audience),
  announcementType: z.optional(announcementType),
  merchantNo: z.optional(businessNo),
  announcementStatus: z.optional(announcementStatus),
  /** Days (EAT) of which it shows on one at least. */
  period: dayRange,
});
const SORTS = ['startAt', 'endAt'] as const;

export const page = defineEndpoint({
  name: 'announcement.page',
  method: 'POST',
  path: 'announcement/page',
  access: managed,
  kind: 'query',
  summary: 'Announcements to customers and staff, the newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(announcementRow),
});

export const exportList = defineEndpoint({
  name: 'announcement.export',
  method: 'POST',
  path: 'announcement/export',
  access: managed,
  kind: 'command',
  summary: 'The filtered or the selected announcements as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'announcement.detail',
  method: 'GET',
  path: 'announcement/{announcementNo}',
  access: managed,
  kind: 'query',
  summary: 'An announcement with its readers among staff and what was done to it',
  request: z.object({ announcementNo: businessNo }),
  reply: z.object({
    row: announcementRow,
    /** The newest 200. */
    readers: z.array(z.object({ userNo: z.string(), realName: z.string(), confirmedAt: z.string() })),
    history: z.array(historyEntry),
  }),
});

export const readRow = z.object({
  readId: z.number(),
  announcementNo: z.string(),
  announcementTitle: z.record(z.string(), z.string()),
  readerUserNo: z.string(),
  readerName: z.string(),
  confirmedAt: z.string(),
});
export type ReadRow = z.output<typeof readRow>;
const readFilters = z.strictObject({
  announcementNo: textFilter,
  readerName: textFilter,
  readerUserNo: textFilter,
  confirmedAt: dayRange,
});
const READ_SORTS = ['confirmedAt'] as const;

export const readsPage = defineEndpoint({
  name: 'announcement.readsPage',
  method: 'POST',
  path: 'announcement/reads/page',
  access: managed,
  kind: 'query',
  summary: 'Who of the staff confirmed which announcement, the newest first; customers are counted alone',
  request: listRequest(readFilters, READ_SORTS),
  reply: listReply(readRow),
});

export const readsExport = defineEndpoint({
  name: 'announcement.readsExport',
  method: 'POST',
  path: 'announcement/reads/export',
  access: managed,
  kind: 'command',
  summary: 'The filtered or the selected readers as a file, made by a job',
  request: exportRequest(readFilters, READ_SORTS),
  reply: exportReply,
});

export const preview = defineEndpoint({
  name: 'announcement.preview',
  method: 'POST',
  path: 'announcement/preview',
  access: { code: ['operation:announcement:save'] },
  kind: 'query',
  summary: 'How many customers or staff an announcement would reach. REFERENCE_UNKNOWN',
  request: z.strictObject({ audience, merchantNos: form.merchantNos, deptNos: form.deptNos }),
  reply: z.object({
    reached: z.number(),
    /** What variables of its texts become, for the first of its merchants. */
    contacts: z.object({ hotline: z.string(), whatsapp: z.string() }),
  }),
});

export const save = defineEndpoint({
  name: 'announcement.save',
  method: 'POST',
  path: 'announcement/save',
  access: { code: ['operation:announcement:save'] },
  kind: 'command',
  preview: true,
  summary: 'Adds a draft or changes it. STALE, ILLEGAL_TRANSITION, REFERENCE_UNKNOWN, SENSITIVE_WORD',
  request: z
    .strictObject({
      ...form,
      /** Absent for a new one. */
      announcementNo: z.optional(businessNo),
      version: z.optional(z.int()),
    })
    .check(
      z.refine(({ startAt, endAt }) => endAt === null || Date.parse(endAt) > Date.parse(startAt), {
        error: 'Must be after the start',
        path: ['endAt'],
      }),
      z.refine(({ audience: shownTo, image }) => image === null || shownTo === 'APP', {
        error: 'Only customers see images',
        path: ['image'],
      }),
      z.refine(({ audience: shownTo, title }) => namesContactsAlone(title, shownTo), {
        error: CONTACTS_ALONE,
        path: ['title'],
      }),
      z.refine(({ audience: shownTo, content }) => namesContactsAlone(content, shownTo), {
        error: CONTACTS_ALONE,
        path: ['content'],
      }),
    ),
  reply: z.object({ announcementNo: z.string(), version: z.number() }),
});

export const publish = defineEndpoint({
  name: 'announcement.publish',
  method: 'POST',
  path: 'announcement/publish',
  access: { code: ['operation:announcement:publish'] },
  kind: 'command',
  preview: true,
  summary: 'Asks that a draft is shown in its days; another person agrees. POPUP_TAKEN, ANNOUNCEMENT_OVER',
  request: z.strictObject({ announcementNo: businessNo, reason }),
  reply: z.object({ changeNo: z.string() }),
});

export const abolish = defineEndpoint({
  name: 'announcement.abolish',
  method: 'POST',
  path: 'announcement/abolish',
  access: { code: ['operation:announcement:abolish'] },
  kind: 'command',
  preview: true,
  summary: 'Takes an announcement off the screens at once',
  request: z.strictObject({ announcementNo: businessNo, reason }),
  reply: z.object({ announcementNo: z.string(), announcementStatus }),
});

export const restart = defineEndpoint({
  name: 'announcement.restart',
  method: 'POST',
  path: 'announcement/restart',
  access: { code: ['operation:announcement:restart'] },
  kind: 'command',
  preview: true,
  summary:
    'Asks that an abolished announcement is shown again until another end; another person agrees. Where its text changed, readers count afresh',
  request: z.strictObject({
    announcementNo: businessNo,
    endAt: z.nullable(moment),
    /** Absent: as it is. */
    title: z.optional(form.title),
    content: z.optional(form.content),
    reason,
  }),
  reply: z.object({ changeNo: z.string() }),
});

export const noteRead = defineEndpoint({
  name: 'announcement.noteRead',
  method: 'POST',
  path: 'loans/intake/announcementRead',
  access: { code: ['audit:order:intake'] },
  kind: 'command',
  preview: true,
  summary: 'For the app’s server: announcements that the app showed a customer; each counts once. CUSTOMER_NOT_FOUND',
  request: z.strictObject({
    customerNo: businessNo,
    announcementNos: z.array(businessNo).check(z.minLength(1, 'Choose at least 1'), z.maxLength(50, 'At most 50')),
  }),
  reply: z.object({ counted: z.number() }),
});

export const forApp = defineEndpoint({
  name: 'announcement.forApp',
  method: 'GET',
  path: 'noAuth/app/announcements/{merchantNo}',
  access: 'public',
  kind: 'query',
  summary: 'What a merchant’s app shows its customers now, newest first; it is said to anybody',
  request: z.object({ merchantNo: businessNo }),
  reply: z.array(
    z.object({
      announcementNo: z.string(),
      announcementType,
      title: z.string(),
      content: z.string(),
      startAt: z.string(),
      endAt: z.nullable(z.string()),
      /** Null where it has none. */
      imageUrl: z.nullable(z.string()),
    }),
  ),
});

export const image = defineEndpoint({
  name: 'announcement.image',
  method: 'GET',
  path: 'noAuth/app/announcementImage/{attachId}',
  access: 'public',
  kind: 'query',
  replyForm: 'file',
  summary: 'The image of an announcement that customers see now. NOT_FOUND for any other',
  request: z.object({ attachId: businessNo }),
  reply: z.string(),
});
