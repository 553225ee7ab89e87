import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { businessNo, exportReply, exportRequest, listReply, listRequest, reason } from '../list.ts';
import { historyEntry } from './history.ts';

const seen = { page: ['/AdminContent/OperationSystem/VerificationCodeManagement'] } as const;
const SAVE = { code: ['operation:testUser:save'] } as const;

/** TEST_USER_STATUS */
export const testUserStatus = z.enum(['VALID', 'EXPIRED']);
const phone = z.string().check(z.trim(), z.regex(/^254\d{9}$/, '254 plus 9 digits, e.g. 254712345678'));

export const testUserRow = z.object({
  testUserNo: z.string(),
  /** Masked. */
  phone: z.string(),
  merchantNo: z.string(),
  merchantName: z.string(),
  expiresAt: z.string(),
  /** EXPIRED, too, where the merchant is no sandbox any more. */
  testUserStatus,
  remark: z.nullable(z.string()),
  updatedByName: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  allowedActions: z.array(z.enum(['update', 'delete'])),
});
export type TestUserRow = z.output<typeof testUserRow>;

const filters = z.strictObject({
  /** Exact. */
  phone: z.optional(phone),
  merchantNo: z.optional(businessNo),
  testUserStatus: z.optional(testUserStatus),
});
const SORTS = ['expiresAt', 'updatedAt'] as const;

export const page = defineEndpoint({
  name: 'testUser.page',
  method: 'POST',
  path: 'testUserInfo/page',
  access: seen,
  kind: 'query',
  summary: 'Numbers with a fixed verification code, at sandbox merchants',
  request: listRequest(filters, SORTS),
  reply: listReply(testUserRow),
});

export const exportList = defineEndpoint({
  name: 'testUser.export',
  method: 'POST',
  path: 'testUserInfo/export',
  access: seen,
  kind: 'command',
  summary: 'The filtered or the selected test users as a file, made by a job',
  request: exportRequest(filters, SORTS),
  reply: exportReply,
});

export const detail = defineEndpoint({
  name: 'testUser.detail',
  method: 'GET',
  path: 'testUserInfo/{testUserNo}',
  access: seen,
  kind: 'query',
  summary: 'A test user and what was changed of it. NOT_FOUND',
  request: z.object({ testUserNo: businessNo }),
  reply: z.object({ row: testUserRow, history: z.array(historyEntry) }),
});

export const save = defineEndpoint({
  name: 'testUser.save',
  method: 'POST',
  path: 'testUserInfo/save',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary:
    'Submits a number with its fixed code for approval. NOT_FOUND, STALE, REFERENCE_UNKNOWN, TEST_USER_NOT_SANDBOX, TEST_USER_EXPIRY, TEST_USER_TAKEN',
  request: z.strictObject({
    testUserNo: z.optional(businessNo),
    version: z.optional(z.int()),
    merchantNo: businessNo,
    phone,
    fixedCode: z.string().check(z.regex(/^\d{6}$/, '6 digits')),
    /** 30 days ahead at most. */
    expiresAt: z.iso.datetime(),
    remark: z.nullable(z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters'))),
    reason,
  }),
  reply: z.object({ changeNo: z.string() }),
});

export const remove = defineEndpoint({
  name: 'testUser.delete',
  method: 'POST',
  path: 'testUserInfo/delete',
  access: SAVE,
  kind: 'command',
  preview: true,
  summary: 'Deletes a test user: its number gets random codes from now on. NOT_FOUND, STALE',
  request: z.strictObject({ testUserNo: businessNo, version: z.int() }),
  reply: z.object({ testUserNo: z.string() }),
});
