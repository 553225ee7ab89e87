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

export const APP_UPDATE_PAGE = '/AdminContent/OperationSystem/AppVersionsManagement';
const seen = { page: [APP_UPDATE_PAGE] } as const;

/** APP_OS */
export const appOs = z.enum(['ANDROID', 'IOS']);
/** APP_UPDATE_TYPE: FORCED holds older apps at the update screen, SILENT says nothing. */
export const updateType = z.enum(['OPTIONAL', 'FORCED', 'SILENT']);
/** APP_VERSION_STATUS */
export const appVersionStatus = z.enum(['DRAFT', 'PUBLISHED', 'WITHDRAWN']);

const versionCode = z.int().check(z.minimum(1, 'Must be above 0'), z.maximum(2_100_000_000));
const percent = z.int().check(z.minimum(1, '1 to 100'), z.maximum(100, '1 to 100'));
const form = z
  .strictObject({
    releaseNo: z.optional(businessNo),
    version: z.optional(z.int()),
    merchantNo: businessNo,
    os: appOs,
    versionName: z.string().check(z.trim(), z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, 'Three numbers, e.g. 2.14.0')),
    versionCode,
    updateType,
    /** Older apps have to update, whatever the type. */
    minSupportedVersionCode: versionCode,
    /** Null where the package alone is offered. */
    storeUrl: z._default(
      z.nullable(z.string().check(z.trim(), z.regex(/^https:\/\/\S{4,300}$/, 'Must begin with https://'))),
      null,
    ),
    releaseNotes: z
      .record(
        z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)),
        z
          .string()
          .check(z.trim(), z.minLength(1, 'Content cannot be blank'), z.maxLength(500, 'At most 500 characters')),
      )
      .check(z.refine((notes) => 'en' in notes, 'Content cannot be blank')),
    rolloutPercent: percent,
    /** An attached .apk, for phones without a store; null: the store alone. */
    package: z._default(z.nullable(attachedImage), null),
  })
  .check(
    z.refine(({ storeUrl, package: attached }) => storeUrl !== null || attached !== null, {
      error: 'Enter a store address or attach a package',
      path: ['storeUrl'],
    }),
    z.refine(({ os, package: attached }) => attached === null || os === 'ANDROID', {
      error: 'Only Android apps have packages',
      path: ['package'],
    }),
    z.refine(({ versionCode: own, minSupportedVersionCode }) => minSupportedVersionCode <= own, {
      error: 'Cannot be above the version code',
      path: ['minSupportedVersionCode'],
    }),
  );

/** MB of a package at most. */
export const MAX_PACKAGE_MB = 300;
export const releasePackage = z.object({
  ...attachedImage.shape,
  sizeBytes: z.number(),
  /** 32 hex digits: what a phone checks the file by before it installs it. */
  md5: z.string(),
});
export type ReleasePackage = z.output<typeof releasePackage>;

export const releaseRow = z.object({
  releaseNo: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  os: appOs,
  versionName: z.string(),
  versionCode: z.number(),
  updateType,
  minSupportedVersionCode: z.number(),
  storeUrl: z.nullable(z.string()),
  releaseNotes: z.record(z.string(), z.string()),
  rolloutPercent: z.number(),
  package: z.nullable(releasePackage),
  /** Of the installs that started in the last 30 days, those with this version or a newer one; null where none did. */
  adoptionPercent: z.nullable(z.number()),
  /** Installs of the last 30 days that it would hold at the update screen. */
  stoppedInstalls: z.number(),
  publishedAt: z.nullable(z.string()),
  publishedByName: z.nullable(z.string()),
  appVersionStatus,
  withdrawReason: z.nullable(z.string()),
  version: z.number(),
  allowedActions: z.array(z.enum(['save', 'publish', 'rollout', 'withdraw'])),
});
export type ReleaseRow = z.output<typeof releaseRow>;

const filters = z.strictObject({
  merchantNo: z.optional(businessNo),
  os: z.optional(appOs),
  versionName: textFilter,
  updateType: z.optional(updateType),
  appVersionStatus: z.optional(appVersionStatus),
  publishedAt: dayRange,
});
const SORTS = ['versionCode', 'publishedAt'] as const;

export const page = defineEndpoint({
  name: 'appUpdate.page',
  method: 'POST',
  path: 'appUpdate/page',
  access: seen,
  kind: 'query',
  summary: 'Releases of the merchants’ apps, the newest first',
  request: listRequest(filters, SORTS),
  reply: listReply(releaseRow),
});

export const exportList = defineEndpoint({
  name: 'appUpdate.export',
  method: 'POST',
  path: 'appUpdate/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected releases as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'appUpdate.detail',
  method: 'GET',
  path: 'appUpdate/{releaseNo}',
  access: seen,
  kind: 'query',
  summary: 'A release, how it spread, whom it would stop and what was done to it',
  request: z.object({ releaseNo: businessNo }),
  reply: z.object({
    row: releaseRow,
    /** By day (EAT) since it was published, the last 30: installs, and those that started with it or a newer one. */
    adoption: z.array(z.object({ bizDate: z.string(), installs: z.number(), adopted: z.number() })),
    /** Of a forced one: customers of older versions with a bill due in three days at most. */
    dueOnOlder: z.number(),
    history: z.array(historyEntry),
  }),
});

export const save = defineEndpoint({
  name: 'appUpdate.save',
  method: 'POST',
  path: 'appUpdate/save',
  access: { code: ['operation:appUpdate:save'] },
  kind: 'command',
  preview: true,
  summary: 'Adds a draft or changes it. NOT_FOUND, STALE, ILLEGAL_TRANSITION, REFERENCE_UNKNOWN, APP_VERSION_OLD',
  request: form,
  reply: z.object({ releaseNo: z.string(), version: z.number() }),
});

const moved = z.object({ releaseNo: z.string(), appVersionStatus, rolloutPercent: z.number() });

export const publish = defineEndpoint({
  name: 'appUpdate.publish',
  method: 'POST',
  path: 'appUpdate/publish',
  access: { code: ['operation:appUpdate:publish'] },
  kind: 'command',
  preview: true,
  summary: 'Offers a release; a forced one waits for another person, and answers with the change',
  request: z.strictObject({ releaseNo: businessNo, version: z.int(), reason }),
  reply: z.object({ ...moved.shape, changeNo: z.optional(z.string()) }),
});

export const rollout = defineEndpoint({
  name: 'appUpdate.rollout',
  method: 'POST',
  path: 'appUpdate/rollout',
  access: { code: ['operation:appUpdate:publish'] },
  kind: 'command',
  preview: true,
  summary: 'Offers a release to more installs; never to fewer. STALE, ROLLOUT_DOWN',
  request: z.strictObject({ releaseNo: businessNo, version: z.int(), rolloutPercent: percent }),
  reply: moved,
});

export const withdraw = defineEndpoint({
  name: 'appUpdate.withdraw',
  method: 'POST',
  path: 'appUpdate/withdraw',
  access: { code: ['operation:appUpdate:withdraw'] },
  kind: 'command',
  preview: true,
  summary: 'Offers a release no more: the one before is offered again. STALE, ILLEGAL_TRANSITION',
  request: z.strictObject({ releaseNo: businessNo, version: z.int(), reason }),
  reply: moved,
});

export const forApp = defineEndpoint({
  name: 'appUpdate.forApp',
  method: 'POST',
  path: 'noAuth/app/startUp',
  access: 'public',
  kind: 'signal',
  summary:
    'What an app is told when it starts: whether there is a newer release for it, and whether it must update. Its version counts towards the adoption',
  request: z.strictObject({
    merchantNo: businessNo,
    os: appOs,
    versionCode,
    /** Whatever tells installs apart; the same one falls into a rollout or not each time. */
    installId: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  reply: z.object({
    release: z.nullable(
      z.object({
        versionName: z.string(),
        versionCode: z.number(),
        updateType,
        /** Null where the package alone is offered. */
        storeUrl: z.nullable(z.string()),
        releaseNotes: z.string(),
        /** Null where the store alone has it. */
        package: z.nullable(z.object({ url: z.string(), sizeBytes: z.number(), md5: z.string() })),
      }),
    ),
    mustUpdate: z.boolean(),
  }),
});

export const packageFile = defineEndpoint({
  name: 'appUpdate.packageFile',
  method: 'GET',
  path: 'noAuth/app/package/{attachId}',
  access: 'public',
  kind: 'query',
  replyForm: 'file',
  summary: 'The package of a release that is published now. NOT_FOUND for any other',
  request: z.object({ attachId: businessNo }),
  reply: z.string(),
});
