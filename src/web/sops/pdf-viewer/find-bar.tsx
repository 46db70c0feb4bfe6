import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  return (
    <search className="flex items-center gap-1 border-line border-b bg-surface px-3 py-2 md:px-4">
      <Input
        ref={input}
        type="search"
        aria-label="Find in document"
        placeholder="Find in document..."
        value={words}
        maxLength={200}
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
      <span role="status" className="min-w-24 whitespace-nowrap px-2 text-muted text-sm tabular">
        {resultLabel(words, found)}
      </span>
      <IconButton label="Previous find" onClick={() => onFind(words, 'previous')}>
        <ChevronUp aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label="Next find" onClick={() => onFind(words, 'next')}>
        <ChevronDown aria-hidden="true" className="size-4" />
      </IconButton>
      <IconButton label="Close the search" onClick={onClose}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </search>
  )
}

function resultLabel(words: string, found: PdfState['found']) {
  if (words === '' || !found) return ''
  if (found.total > 0) return `${found.at} of ${found.total}`
  return found.isPending ? 'Looking...' : 'Not found'
}
