import 'react-easy-crop/react-easy-crop.css';
import { usePluginScope } from '../scope/use-plugin-scope.ts';
import type { PluginScope } from '../scope/scope.ts';
import { text } from '../i18n/texts.ts';
import { createElement } from 'react';

/** How an image is cropped. */
export interface CropOptions {
  /** Width over height; 1 unless said otherwise. */
  readonly aspect?: number;
}

/** Lets a person crop an image in a modal; null when they cancel. The cropper's code is loaded with it. */
export async function cropImage(image: File, options: CropOptions, scope: PluginScope): Promise<File | null> {
  const { Cropper } = await import('./image-cropper.tsx');
  const modal = scope.openModal<File>({
    title: text('crop.title'),
    width: '480px',
    content: (close) => createElement(Cropper, { image, aspect: options.aspect ?? 1, close }),
  });
  return (await modal.closed) ?? null;
}

/**
 * {@link cropImage} for the plugin that draws this component.
 *
 * @example const crop = useImageCrop(); const square = await crop(file, { aspect: 1 });
 */
export function useImageCrop(): (image: File, options?: CropOptions) => Promise<File | null> {
  const scope = usePluginScope();
  return (image, options = {}) => cropImage(image, options, scope);
}
