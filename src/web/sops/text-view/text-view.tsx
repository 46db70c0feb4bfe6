import { AArrowDown, AArrowUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef } from 'react'
import type { SopText } from '../../../shared/sops.ts'
import { useI18n } from '../../language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FindBar } from '../pdf-viewer/find-bar.tsx'
import { PageNumber } from '../pdf-viewer/tools.tsx'
import { useOwnFocus } from '../pdf-viewer/use-own-focus.ts'
import { ViewerBar } from '../pdf-viewer/viewer-bar.tsx'
import { SIZES, textSize } from './settings.ts'
import { rankPages, Skipped, TextPage } from './text-page.tsx'
import { usePosition } from './use-position.ts'
import { useTextFind } from './use-text-find.ts'

/** The text of a document, in lines that fit the screen. Mount it when the text is there. */
export function TextView({
  title,
  sop,
  text,
  pages,
  startPage,
  find,
  onPage,
  onShowPage,
  note,
  children,
}: {
  title: string
  sop: number
  text: SopText
  /** Of the document, also those without text. */
  pages: number
  startPage: number | undefined
  /** The words that led here. */
  find: string
  onPage: (page: number) => void
  /** Shows a page as it is in the PDF. */
  onShowPage: (page: number) => void
  /** Stands above the tools. */
  note?: ReactNode
  /** Stands beside the tools. */
  children?: ReactNode
}) {
  const i18n = useI18n()
  const scroller = useRef<HTMLDivElement>(null)
  const size = textSize.use()
  const ranked = useMemo(() => rankPages(text.pages), [text.pages])
  useOwnFocus(scroller)
  const place = usePosition(scroller, { sop, revision: text.revision, startPage }, onPage)
  const search = useTextFind(
    text.pages,
    find,
    () => place.page,
    (at) =>
      requestAnimationFrame(() => place.show(() => scroller.current?.querySelector(`[data-match="${at}"]`), 'center')),
  )
  const endSearch = () => {
    search.end()
    scroller.current?.focus()
  }
  const { leave } = place
  const latest = useRef(onShowPage)
  latest.current = onShowPage
  const showPage = useCallback(
    (page: number) => {
      leave()
      latest.current(page)
    },
    [leave],
  )
  const lastPage = ranked.at(-1)?.page ?? 0

  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event, search.start)
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for the whole of it, beside the buttons
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
      {search.isOpen && <FindBar words={search.words} found={search.found} onFind={search.find} onClose={endSearch} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a section around sections would be one more landmark */}
      <div
        ref={scroller}
        role="region"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by keyboard
        tabIndex={0}
        aria-label={i18n.t('Text of {title}', { title })}
        data-autofocus=""
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div style={{ fontSize: `${(SIZES[size] ?? SIZES[0]) / 16}rem` }} className="mx-auto max-w-[38em] px-3 pb-8">
          {ranked.map((page, at) => (
            <TextPage
              key={page.page}
              page={page}
              isFirst={at === 0 && page.skipped === 0}
              matches={search.matches.pages.get(page.page)}
              current={search.matches.pageOf[search.at] === page.page ? search.at : -1}
              onShowPage={showPage}
            />
          ))}
          {text.isCut ? (
            <p className="mt-6 flex flex-wrap items-center gap-3 border-line border-t pt-4 text-base">
              {i18n.t('This text is too long. The end is not shown.')}
              <Button onClick={() => showPage(Math.min(pages, lastPage + 1))}>{i18n.t('Show the pages')}</Button>
            </p>
          ) : (
            pages > lastPage && <Skipped count={pages - lastPage} onShow={() => showPage(lastPage + 1)} />
          )}
        </div>
      </div>
      <ViewerBar
        page={<PageNumber page={place.page} pages={pages} onGo={(page) => place.goTo({ page, block: 0 })} />}
        size={<Size size={size} />}
        search={{ ...search, end: endSearch }}
        note={note}
      >
        {children}
      </ViewerBar>
    </div>
  )
}

const larger = (by: 1 | -1) => textSize.set(Math.max(0, Math.min(SIZES.length - 1, textSize.get() + by)))

function Size({ size }: { size: number }) {
  const i18n = useI18n()
  return (
    <span className="flex items-center">
      <IconButton label={i18n.t('Smaller text')} disabled={size === 0} onClick={() => larger(-1)}>
        <AArrowDown aria-hidden="true" className="size-5" />
      </IconButton>
      <IconButton label={i18n.t('Larger text')} disabled={size === SIZES.length - 1} onClick={() => larger(1)}>
        <AArrowUp aria-hidden="true" className="size-5" />
      </IconButton>
    </span>
  )
}

/** The action of a key: Ctrl or Cmd with F searches. Plus and minus change the size, but not while somebody types. */
function actionOf({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent, startSearch: () => void) {
  if ((ctrlKey || metaKey) && key === 'f') return startSearch
  if (target instanceof HTMLInputElement || ctrlKey || metaKey || altKey) return
  return { '+': () => larger(1), '-': () => larger(-1) }[key]
}
