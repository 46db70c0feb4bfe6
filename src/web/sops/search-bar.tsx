import { Files, Search, Upload, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MAX_SEARCH_LENGTH } from '../../shared/words/search-length.ts'
import { useCan } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { useChangeAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { NextAction } from '../ui/next-action.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import type { SopSearch } from './search-params.ts'

const PAUSE_MS = 170

/** The search field and the upload button. Typing filters at once, and changes the address after a short pause. */
export function SearchBar({
  q,
  onType,
  onUpload,
  onUploadMany,
}: {
  q: string
  onType: (words: string) => void
  onUpload: () => void
  onUploadMany: () => void
}) {
  const i18n = useI18n()
  const change = useChangeAddress<SopSearch>('replace')
  const mayUpload = useCan('sop:create')
  const [typed, setTyped] = useState(q)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The back button changes the search.
  const [lastQuery, setLastQuery] = useState(q)
  if (q !== lastQuery) {
    setLastQuery(q)
    if (q !== typed.trim()) {
      setTyped(q)
      onType(q)
    }
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useShortcut('/', i18n.t('Search procedures'), () => input.current?.select())

  const type = (words: string, pause = PAUSE_MS) => {
    setTyped(words)
    onType(words.trim())
    clearTimeout(timer.current)
    timer.current = setTimeout(() => change({ q: words.trim() || undefined }), pause)
  }
  return (
    <div className="flex flex-wrap items-center gap-2 px-3.5 pt-3 md:px-6 md:pt-3.5">
      <search className="relative flex min-w-[min(13.75rem,100%)] flex-1 md:max-w-105">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 inset-s-2.5 z-1 size-4 -translate-y-1/2 text-muted touch:inset-s-3"
        />
        <Input
          ref={input}
          type="search"
          aria-label={i18n.t('Search procedures')}
          placeholder={i18n.t('Search titles and documents...')}
          value={typed}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ target }) => type(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !typed) return
            event.preventDefault()
            type('', 0)
          }}
          className="ps-8.5! [&::-webkit-search-cancel-button]:appearance-none"
        />
      </search>
      {typed && (
        <Button
          variant="ghost"
          onClick={() => {
            type('', 0)
            input.current?.focus()
          }}
        >
          <X aria-hidden="true" className="size-4" />
          {i18n.t('Clear ##search')}
        </Button>
      )}
      {mayUpload && (
        <span className="ms-auto flex gap-2">
          <Button onClick={onUploadMany}>
            <Files aria-hidden="true" className="size-4" />
            {i18n.t('Upload several')}
          </Button>
          <NextAction icon={Upload} onClick={onUpload}>
            {i18n.t('Upload SOP')}
          </NextAction>
        </span>
      )}
    </div>
  )
}
