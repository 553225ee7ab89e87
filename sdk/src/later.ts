/**
 * The part of `@kituo/sdk` that no first screen needs. Pages import it from `@kituo/sdk` like the rest; the
 * build takes it out of the packs and makes plugins import it as `@kituo/sdk/later`, loaded with the page.
 */
export { Callout, FormGroup, InputGroup, Tag } from '@blueprintjs/core';
export { useMutation } from '@tanstack/react-query';

export { ChevronRight, EyeOff, EyeOpen, People, Upload } from './components/later-icons.ts';
export { FilePicker } from './components/file-picker.tsx';
export { cropImage, useImageCrop } from './components/image-crop.ts';
export type { CropOptions } from './components/image-crop.ts';
export { Recording } from './components/recording.tsx';
export { ShowAndCopy } from './components/show-and-copy.tsx';
export * from './validate/validators.ts';
export { messageText } from './validate/message-text.ts';
export { upload } from './upload/upload.ts';
export type { UploadOptions } from './upload/upload.ts';
