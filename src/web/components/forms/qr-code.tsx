import { encode } from 'uqr'

/**
 * A QR code as a picture of lines, which a printer draws as sharp as it can. Load it on demand: it
 * brings its library along.
 *
 * @param ecc how much of it may be lost: with `Q` a quarter may be scratched off a wall
 */
export function QrCode({ text, className, ecc = 'Q' }: { text: string; className?: string; ecc?: 'M' | 'Q' }) {
  const { size, data } = encode(text, { ecc, border: 2 })
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true" className={className}>
      <path d={data.map(lineOf).join('')} fill="#000" />
    </svg>
  )
}

/** The dark modules of a row: each run of them is one rectangle. */
function lineOf(row: readonly boolean[], y: number) {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const from = x
    while (row[x + 1]) x++
    path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`
  }
  return path
}
