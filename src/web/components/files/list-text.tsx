import { FileUp } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { LIST_FILES, readList } from './read-list.ts'

/** A longer file is no list that somebody has written. */
const MAX_BYTES = 1_000_000

/** The text of a list: typed, pasted, or added from files. */
export function ListText({
  text,
  hint,
  onText,
}: {
  text: string
  /** Says how lines of the list are read. */
  hint: string
  onText: (text: string) => void
}) {
  const i18n = useI18n()
  const [fault, setFault] = useState<string>()
  const read = async (file: File) => {
    setFault(undefined)
    if (file.size > MAX_BYTES) return setFault(i18n.t('The file is too large. Divide it into several.'))
    try {
      const added = (await readList(file, i18n.locale)).replace(/^\ufeff/, '')
      if (added.includes('\0')) return setFault(i18n.t('This file is not text. Save it as CSV, or as plain text.'))
      onText(text.trim() === '' ? added : `${text.trimEnd()}\n${added}`)
    } catch (error) {
      const isTooLarge = error instanceof RangeError
      setFault(
        isTooLarge ? i18n.t('The file is too large. Divide it into several.') : i18n.t('The file could not be read.'),
      )
    }
  }
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    // Text is dropped where it is let go. A file would open in place of the page.
    event.preventDefault()
    event.stopPropagation()
    void read(file)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <Field
        label={i18n.t('List')}
        {...(fault && { error: fault })}
        className="flex-1 lg:min-h-0 [&>textarea]:flex-1 lg:[&>textarea]:basis-0"
        hint={hint}
      >
        <Textarea
          value={text}
          autoFocus
          rows={9}
          spellCheck={false}
          onChange={({ target }) => {
            setFault(undefined)
            onText(target.value)
          }}
          onDrop={onDrop}
          className="min-h-56! lg:field-sizing-fixed! lg:max-h-none! lg:min-h-32! lg:resize-none!"
        />
      </Field>
      <DropZone
        label={i18n.t('File with a list')}
        accept={`${LIST_FILES},.md`}
        onFile={(file) => void read(file)}
        className="flex-wrap py-2"
      >
        {(choose) => (
          <>
            <Button onClick={choose}>
              <FileUp aria-hidden="true" className="size-4" />
              {i18n.t('Choose a file')}
            </Button>
            <p className="min-w-0 flex-1 text-muted text-sm max-md:hidden">
              {i18n.t('or drop it here: text, or a table as CSV or from Excel')}
            </p>
          </>
        )}
      </DropZone>
    </div>
  )
}
