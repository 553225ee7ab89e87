import type { CatalogueEntry } from './catalogue-entry.ts';

/** Uploads and attachments (4xxx). */
export const FILES_ERRORS = {
  FILE_TOO_LARGE: {
    code: 4001,
    status: 413,
    en: 'File exceeds {maxMb} MB, please reselect',
    zh: '文件超过 {maxMb} MB，请重新选择',
  },
  FILE_TYPE: {
    code: 4002,
    status: 415,
    en: 'Only file formats {formats} supported, please reselect',
    zh: '仅支持 {formats} 格式的文件，请重新选择',
  },
  FILE_NAME_TOO_LONG: {
    code: 4010,
    status: 400,
    en: 'The file name exceeds 100 characters, please reselect',
    zh: '文件名超过 100 个字符，请重新选择',
  },
  IMAGE_ONLY: { code: 4003, status: 415, en: 'Only image upload supported', zh: '仅支持上传图片' },
  IMAGE_SIZE: {
    code: 4004,
    status: 413,
    en: 'Image size must be between 1 KB and 10 MB',
    zh: '图片大小必须在 1 KB 到 10 MB 之间',
  },
  UPLOAD_TOKEN: {
    code: 4005,
    status: 403,
    en: 'The upload was not authorised or has expired. Please start again.',
    zh: '上传未获授权或已过期，请重新开始。',
  },
  UPLOAD_CHUNK: {
    code: 4006,
    status: 400,
    en: 'Part of the file was damaged in transfer. It will be sent again.',
    zh: '文件分片损坏，将重新发送。',
  },
  UPLOAD_MD5: {
    code: 4007,
    status: 400,
    en: 'The file’s checksum does not match. Please upload it again.',
    zh: '文件内容校验不一致，请重新上传。',
  },
  ATTACHMENT_NOT_FOUND: {
    code: 4008,
    status: 404,
    en: 'File not found.',
    zh: '文件不存在。',
  },
  FILE_STORE_AWAY: {
    code: 4009,
    status: 503,
    en: 'File storage is temporarily unavailable. Try again later.',
    zh: '文件存储暂时无法访问，请稍后重试。',
  },
} as const satisfies Record<string, CatalogueEntry>;
