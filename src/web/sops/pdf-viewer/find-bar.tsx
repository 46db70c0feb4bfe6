import type { I18n } from '@lingui/core'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { MAX_SEARCH_LENGTH } from '../../../shared/words/search-length.ts'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import type { PdfState } from './pdf.ts'

/** Finds words in the document: the first match as one types, then the next or the previous one. */
export function FindBar({
  words,
  found,
  onFind,
  onClose,
}: {
  words: string
  found: PdfState['found']
  onFind: (words: string, direction: 'first' | 'next' | 'previous') => void
  onClose: () => void
}) {
  const i18n = useI18n()
  const input = useRef<HTMLInputElement>(null)
  // A hit of a search has opened it with its words: a keyboard would cover the place that was found.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens
  useEffect(() => {
    if (words === '' || matchMedia('(pointer: fine)').matches) input.current?.select()
  }, [])
  return (
    <search className="flex items-center gap-1 border-line border-b bg-surface px-3 py-2 md:px-4">
      <Input
        ref={input}
        type="search"
        aria-label={i18n.t('Find in document')}
        placeholder={i18n.t('Find in document...')}
        value={words}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        onChange={({ target }) => onFind(target.value, 'first')}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onFind(words, event.shiftKey ? 'previous' : 'next')
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
        className="h-8.5! max-w-80 touch:h-11! [&::-webkit-search-cancel-button]:appearance-none"
      />
      <span role="status" className="whitespace-nowrap px-2 md:min-w-24 text-muted text-sm tabular">
        {resultLabel(words, found, i18n)}
      </span>
      <IconButton label={i18n.t('Previous match')} onClick={() => onFind(words, 'previous')}>
        <ChevronUp aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={i18n.t('Next match')} onClick={() => onFind(words, 'next')}>
        <ChevronDown aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label={i18n.t('Close the search')} onClick={onClose}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </search>
  )
}

function resultLabel(words: string, found: PdfState['found'], i18n: I18n) {
  if (words === '' || !found) return ''
  if (found.total > 0) return i18n.t('{at} of {total}', { at: found.at, total: found.total })
  return found.isPending ? i18n.t('Looking...') : i18n.t('Not found ##words in a document')
}
