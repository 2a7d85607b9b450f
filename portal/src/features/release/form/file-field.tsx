import { acceptedBy, type ReleaseFileKind } from '@datchain/shared/domain/release-files.ts';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';

type FileFieldProps = {
  id?: string | undefined;
  kind: ReleaseFileKind;
  label: string;
  hint: string;
  file: File | null;
  onChange: (file: File | null) => void;
  disabled?: boolean;
  /** The form's error, such as a missing file; the refusal of a chosen file takes precedence. */
  error?: string | undefined;
  children: ReactNode;
};

/**
 * Takes a file from this device: chosen or dropped, replaced, removed. Unsuitable files are refused
 * at once.
 */
export function FileField(props: FileFieldProps) {
  const { kind, label, hint, file, onChange, disabled, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef<File>(undefined);
  const [refusal, setRefusal] = useState<string>();
  const error = refusal ?? props.error;
  const [isOver, setIsOver] = useState(false);

  const take = async (chosen: File | undefined) => {
    // A file chosen again after a correction must count as a change.
    if (input.current) input.current.value = '';
    if (!chosen) return;
    latest.current = chosen;
    const { checkFile } = await import('../../../lib/files/check-file.ts');
    const problem = await checkFile(kind, chosen);
    if (latest.current !== chosen) return;
    setRefusal(problem);
    if (!problem) onChange(chosen);
  };
  const drag = (over: boolean) => (event: DragEvent) => {
    if (disabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setIsOver(over);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    if (!disabled) void take(event.dataTransfer.files[0]);
  };
  const remove = () => {
    latest.current = undefined;
    setRefusal(undefined);
    onChange(null);
    input.current?.focus();
  };

  return (
    <div className="field">
      <div className="field-head">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short way to what the button does */}
      <div
        className="file-box"
        data-over={isOver || undefined}
        data-invalid={error ? true : undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        {file ? (
          children
        ) : (
          <span className="file-drop file-drop-here muted small">Drop a file here</span>
        )}
        <span className="file-actions">
          <input
            ref={input}
            className="visually-hidden"
            id={id}
            type="file"
            accept={acceptedBy(kind)}
            disabled={disabled}
            aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
            aria-invalid={error ? true : undefined}
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
          <label className="button button-plain button-small" htmlFor={id} aria-hidden="true">
            {file ? 'Replace' : 'Choose file'}
          </label>
          {file && (
            <button
              type="button"
              className="button button-plain button-small"
              aria-label={`Remove ${label.toLowerCase()}`}
              disabled={disabled}
              onClick={remove}
            >
              Remove
            </button>
          )}
        </span>
      </div>
      <div aria-live="polite">
        {error && (
          <p className="field-error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
