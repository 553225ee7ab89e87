import { Button, ProgressBar } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { FilePicker } from '../../components/file-picker.tsx';
import { useImageCrop } from '../../components/image-crop.ts';
import { usePluginScope, useText } from '../../scope/use-plugin-scope.ts';
import { upload } from '../../upload/upload.ts';
import { validateImage } from '../../validate/validators.ts';
import type { FileRule } from '../../validate/validators.ts';
import { useKitText } from '../platform.ts';
import { FieldFrame } from './field-frame.tsx';
import type { Controlled, FieldProps } from './field-frame.tsx';

/** What a file field holds: an attachment that is uploaded already. The request sends its `attachId`. */
export interface AttachedFile {
  readonly attachId: string;
  readonly fileName: string;
}

export interface FileFieldProps<Name extends string = string> extends FieldProps<Name> {
  /** What the file belongs to: `order` and an orderNo. */
  readonly subjectType: string;
  readonly subjectNo: string;
  readonly rule?: FileRule;
}

/** What a file field holds; null where it is empty. */
export function attachedOf(value: unknown): AttachedFile | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!('attachId' in value) || !('fileName' in value)) return null;
  const { attachId, fileName } = value;
  if (typeof attachId !== 'string' || typeof fileName !== 'string') return null;
  return { attachId, fileName };
}

/**
 * One file, uploaded as soon as it is chosen; a broken upload goes on where it stopped. The field holds an
 * `AttachedFile`, null while there is none.
 */
export function FileField<Name extends string>(props: FileFieldProps<Name>) {
  return <FieldFrame {...props} isGroup draw={(controlled) => <Picked {...props} controlled={controlled} />} />;
}

/** One image of 1 KB to 10 MB, cropped before it is uploaded; `aspect` is width over height, 1 unless said otherwise. */
export function ImageField<Name extends string>(props: FileFieldProps<Name> & { readonly aspect?: number }) {
  const crop = useImageCrop();
  const { aspect = 1, ...field } = props;
  return (
    <FieldFrame
      {...field}
      isGroup
      draw={(controlled) => (
        <Picked
          {...field}
          controlled={controlled}
          validate={validateImage}
          prepare={(file) => crop(file, { aspect })}
          preview={(file) => <Thumbnail file={file} />}
        />
      )}
    />
  );
}

/**
 * A small file of text that is read here and not uploaded; the field holds its text, '' while there is none. The text is
 * not drawn: it may be a key.
 */
export function TextFileField<Name extends string>(props: FieldProps<Name> & { readonly rule: FileRule }) {
  const { rule } = props;
  const [file, setFile] = useState<File | null>(null);
  return (
    <FieldFrame
      {...props}
      isGroup
      draw={(controlled) => (
        <FilePicker
          label={controlled.label}
          file={controlled.value === '' ? null : file}
          rule={rule}
          onChange={(chosen) => {
            setFile(chosen);
            if (chosen === null) controlled.onChange('');
            else void chosen.text().then((text) => controlled.onChange(text));
          }}
        />
      )}
    />
  );
}

/** A file that is uploaded as soon as it is chosen, for forms of their own making. */
export function Picked(
  props: Pick<FileFieldProps, 'subjectType' | 'subjectNo' | 'rule'> & {
    readonly controlled: Pick<Controlled, 'label' | 'value' | 'isDisabled' | 'onChange'>;
    readonly validate?: typeof validateImage;
    /** What is done with a file before it is uploaded; null gives it up. */
    readonly prepare?: (file: File) => Promise<File | null>;
    readonly preview?: (file: File) => ReactNode;
  },
) {
  const { controlled, prepare, preview, rule } = props;
  const kit = useKitText();
  const text = useText('sdk');
  const sending = useUpload(props);
  const attached = attachedOf(controlled.value);
  const choose = async (file: File | null): Promise<void> => {
    controlled.onChange(null);
    sending.forget();
    if (file === null) return;
    const prepared = prepare === undefined ? file : await prepare(file);
    if (prepared !== null) sending.send(prepared, controlled.onChange);
  };
  if (controlled.isDisabled) return <span>{attached?.fileName ?? kit('nothing')}</span>;
  const { file, part, hasFailed } = sending;
  return (
    <div className="kp-file">
      {file !== null && preview?.(file)}
      {attached !== null && file === null ? (
        <span className="kp-file-name">
          {attached.fileName}
          <Button size="small" variant="minimal" text={text('action.remove')} onClick={() => void choose(null)} />
        </span>
      ) : (
        <FilePicker
          label={controlled.label}
          file={file}
          onChange={(chosen) => void choose(chosen)}
          {...(rule !== undefined && { rule })}
          {...(props.validate !== undefined && { validate: props.validate })}
        />
      )}
      {part !== null && (
        <ProgressBar
          aria-label={text('upload.sending', { percent: Math.floor(100 * part) })}
          value={part}
          animate={false}
          stripes={false}
          intent="primary"
        />
      )}
      {hasFailed && file !== null && (
        <div className="kp-note kp-note-wrong" role="alert">
          {text('upload.broken')}{' '}
          <button
            type="button"
            className="ks-link-button"
            onClick={() => {
              sending.send(file, controlled.onChange);
            }}
          >
            {text('upload.resume')}
          </button>
        </div>
      )}
    </div>
  );
}

/** Sends one file at a time, the one chosen last; what the server refuses is said by `call`. */
function useUpload({ subjectType, subjectNo }: Pick<FileFieldProps, 'subjectType' | 'subjectNo'>) {
  const scope = usePluginScope();
  const underWay = useRef<AbortController>(undefined);
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [hasFailed, setFailed] = useState(false);
  return {
    file,
    part,
    hasFailed,
    forget: () => {
      underWay.current?.abort();
      setFile(null);
      setFailed(false);
      setPart(null);
    },
    send: (chosen: File, done: (attached: AttachedFile) => void): void => {
      const own = new AbortController();
      underWay.current = own;
      const release = scope.own('other', () => {
        own.abort();
      });
      setFile(chosen);
      setFailed(false);
      setPart(0);
      const onProgress = (part: number): void => {
        if (!own.signal.aborted) setPart(part);
      };
      upload(chosen, { subjectType, subjectNo, signal: own.signal, onProgress })
        .then(
          ({ attachId, fileName }) => {
            // Another was chosen since, or this one taken out again.
            if (!own.signal.aborted) done({ attachId, fileName });
          },
          (cause: unknown) => {
            if (!(cause instanceof ApiError)) throw cause;
            if (!own.signal.aborted) setFailed(true);
          },
        )
        .finally(() => {
          if (!own.signal.aborted) setPart(null);
          release();
        });
    },
  };
}

/** The image itself, small; its address lives as long as it is drawn. */
function Thumbnail({ file }: { readonly file: File }) {
  return (
    <img
      className="kp-thumbnail"
      alt={file.name}
      ref={(image) => {
        if (image === null) return;
        const address = URL.createObjectURL(file);
        image.src = address;
        return () => {
          URL.revokeObjectURL(address);
        };
      }}
    />
  );
}
