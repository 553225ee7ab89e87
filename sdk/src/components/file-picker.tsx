import { useId, useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { useText } from '../scope/use-plugin-scope.ts';
import { messageText } from '../validate/message-text.ts';
import { validateFile } from '../validate/validators.ts';
import type { FileRule, ValidationMessage } from '../validate/validators.ts';
import { Cross } from './icons.ts';
import { Upload } from './later-icons.ts';

/**
 * Chooses one file by dialog or by dropping it. A file against the rule is refused with the catalogue's message.
 *
 * @example <FilePicker label={t('scan')} file={file} onChange={setFile} rule={{ extensions: ['pdf'], maxMb: 5 }} />
 */
export function FilePicker(props: {
  readonly file: File | null;
  readonly onChange: (file: File | null) => void;
  readonly rule?: FileRule;
  /** A further check, such as `validateImage`. */
  readonly validate?: (file: File) => ValidationMessage | null;
  readonly label: string;
}) {
  const t = useText('sdk');
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<ValidationMessage | null>(null);
  const [isOver, setOver] = useState(false);
  const rule = props.rule ?? {};

  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = validateFile(file, rule) ?? props.validate?.(file) ?? null;
    setFault(found);
    props.onChange(found === null ? file : null);
    // The same file chosen again must be a change again.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  const accept = rule.extensions?.map((extension) => `.${extension}`).join(',');
  const hints = [
    rule.extensions?.join(', '),
    rule.maxMb === undefined ? undefined : t('upload.hint', { maxMb: rule.maxMb }),
  ].filter((hint) => hint !== undefined);
  return (
    <div
      className={isOver ? 'ks-picker ks-picker-over' : 'ks-picker'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={drop}
    >
      <Upload aria-hidden title={false} />
      <span className="ks-picker-name">{props.file?.name ?? t('upload.drop')}</span>
      {props.file && (
        <button
          type="button"
          className="ks-icon-button"
          aria-label={t('action.remove')}
          onClick={() => {
            props.onChange(null);
          }}
        >
          <Cross aria-hidden title={false} />
        </button>
      )}
      <button type="button" className="bp6-button" onClick={() => input.current?.click()}>
        {t('action.choose')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={props.label}
        aria-describedby={id}
        {...(accept !== undefined && { accept })}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
        }}
      />
      {hints.length > 0 && <span className="ks-picker-hint">{hints.join(' · ')}</span>}
      <span id={id} className="ks-picker-fault" role="alert">
        {messageText(fault)}
      </span>
    </div>
  );
}
