import { FileText } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { SopTextBlock, SopTextPage } from '../../../shared/sops.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import type { Match, PageMatches } from './find.ts'

/** A block with the level of its heading for screen readers: no level is left out. */
export type RankedBlock = SopTextBlock & { rank?: number }
export interface RankedPage extends SopTextPage {
  blocks: RankedBlock[]
  /** The number of pages without text before it. */
  skipped: number
}

/** The dialog's title has level 2. */
const TOP_RANK = 2

export function rankPages(pages: readonly SopTextPage[]): RankedPage[] {
  let rank = TOP_RANK
  let lastPage = 0
  return pages.map(({ page, blocks }) => {
    const skipped = page - lastPage - 1
    lastPage = page
    const ranked = blocks.map((block): RankedBlock => {
      if (block.kind !== 'heading') return block
      rank = Math.min(TOP_RANK + (block.level ?? 1), rank + 1)
      return { ...block, rank }
    })
    return { page, skipped, blocks: ranked }
  })
}

/** Characters of a line, and lines between blocks: to guess a page's height before it is drawn. */
const LINE_LENGTH = 45
const LINE_HEIGHT = 1.6

const heightOf = ({ blocks }: SopTextPage) =>
  blocks.reduce((sum, { text }) => sum + (Math.ceil(text.length / LINE_LENGTH) + 0.6) * LINE_HEIGHT, 3)

/** The text of one page. The browser draws it only near the view. `current` is the number of the shown match. */
export const TextPage = memo(function TextPage({
  page,
  isFirst,
  matches,
  current,
  onShowPage,
}: {
  page: RankedPage
  isFirst: boolean
  matches: PageMatches | undefined
  current: number
  onShowPage: (page: number) => void
}) {
  const i18n = useI18n()
  return (
    <section
      data-page={page.page}
      aria-label={i18n.t('Page {page}', { page: page.page })}
      style={{ '--height': `auto ${heightOf(page)}em` } as CSSProperties}
      className="px-1 [contain-intrinsic-block-size:var(--height)] [content-visibility:auto]"
    >
      {page.skipped > 0 && <Skipped count={page.skipped} onShow={() => onShowPage(page.page - page.skipped)} />}
      {!isFirst && (
        <PageLink onShow={() => onShowPage(page.page)}>
          {i18n.t('See page {page} of the PDF', { page: page.page })}
        </PageLink>
      )}
      {runsOf(page.blocks).map((run) => {
        const blocks = run.map(({ block, at }) => (
          <Block key={at} at={at} block={block} matches={matches?.get(at)} current={current} />
        ))
        const [first] = run
        if (first?.block.kind !== 'item') return blocks
        return (
          <ul key={first.at} className="list-none">
            {blocks}
          </ul>
        )
      })}
    </section>
  )
})

interface Run {
  block: RankedBlock
  at: number
}

/** The items that follow each other together, every other block alone. */
function runsOf(blocks: RankedBlock[]) {
  const runs: Run[][] = []
  for (const [at, block] of blocks.entries()) {
    const last = runs.at(-1)
    if (block.kind === 'item' && last?.[0]?.block.kind === 'item') last.push({ block, at })
    else runs.push([{ block, at }])
  }
  return runs
}

/** Pages that are pictures, as scanned ones. */
export function Skipped({ count, onShow }: { count: number; onShow: () => void }) {
  const i18n = useI18n()
  return (
    <PageLink onShow={onShow}>
      {i18n.t('{count, plural, one {See # page that has no text} other {See # pages that have no text}}', { count })}
    </PageLink>
  )
}

const PageLink = ({ onShow, children }: { onShow: () => void; children: ReactNode }) => (
  <p className="mt-6 flex items-center gap-3 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    <button
      type="button"
      onClick={onShow}
      className="flex min-h-8.5 items-center gap-1.5 rounded-control px-2 font-medium text-muted hover:bg-hover hover:text-text touch:min-h-11"
    >
      <FileText aria-hidden="true" className="size-4" />
      {children}
    </button>
  </p>
)

const headings = [
  '',
  'mt-5 text-[1.45em]/snug font-semibold',
  'mt-6 text-[1.25em]/snug font-semibold',
  'mt-5 text-[1.1em]/snug font-semibold',
]

function Block({
  at,
  block: { kind, level = 0, rank, marker, text },
  matches,
  current,
}: {
  at: number
  block: RankedBlock
  matches: Match[] | undefined
  current: number
}) {
  const words = <Marked text={text} matches={matches} current={current} />
  // A text begins where its own lines begin, on screens in any language.
  const common = { 'data-block': at, dir: 'auto' } as const
  if (kind === 'heading')
    return (
      // biome-ignore lint/a11y/useSemanticElements: its level is a number
      <div {...common} role="heading" aria-level={rank} className={cx('text-start wrap-anywhere', headings[level])}>
        {words}
      </div>
    )
  if (kind === 'item')
    return (
      <li
        {...common}
        style={{ paddingInlineStart: `${level * 1.4}em` }}
        className="mt-[0.45em] flex text-start gap-[0.6em] leading-[1.6]"
      >
        <span className="min-w-[1.1em] shrink-0 font-medium text-muted tabular">{marker}</span>
        <span className="min-w-0 whitespace-pre-wrap wrap-anywhere [tab-size:6]">{words}</span>
      </li>
    )
  return (
    <p {...common} className="mt-[0.75em] whitespace-pre-wrap text-start leading-[1.6] wrap-anywhere [tab-size:6]">
      {words}
    </p>
  )
}

function Marked({ text, matches, current }: { text: string; matches: Match[] | undefined; current: number }) {
  if (!matches) return text
  return matches.map(({ at, begin, end }, index) => (
    <span key={at}>
      {text.slice(matches[index - 1]?.end ?? 0, begin)}
      <mark
        data-match={at}
        className={cx(
          'rounded-[3px] text-text forced-colors:bg-[Mark] forced-colors:text-[MarkText]',
          at === current ? 'bg-medium/60 outline-2 outline-medium' : 'bg-medium/25',
        )}
      >
        {text.slice(begin, end)}
      </mark>
      {index === matches.length - 1 && text.slice(end)}
    </span>
  ))
}
