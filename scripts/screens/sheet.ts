import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Picture {
  stop: string
  state: string
  width: number
  scheme: string
  file: string
  faults: string[]
}

/** Writes a page with all pictures: a row for each stop and state, with the faults of each picture. */
export async function writeSheet(folder: string, pictures: Picture[]) {
  const rows = new Map<string, Picture[]>()
  for (const picture of pictures) {
    const name = `${picture.stop}, ${picture.state}`
    rows.set(name, [...(rows.get(name) ?? []), picture])
  }
  const figureOf = ({ file, width, scheme, faults }: Picture) =>
    `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${width} ${scheme}${faults.map((fault) => `<br>${escapeHtml(fault)}`).join('')}</figcaption></figure>`
  const body = [...rows].map(([name, row]) => `<h2>${name}</h2><div>${row.map(figureOf).join('')}</div>`)
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Muster's screens</title>
<style>
  body { font: 13px/1.4 system-ui; margin: 2rem; background: #e8e8e6; }
  div { display: flex; gap: 1rem; align-items: start; overflow-x: auto; }
  figure { margin: 0; max-width: 30rem; }
  img { height: 20rem; display: block; border-radius: 4px; }
  figcaption { color: #555; }
</style>
${body.join('\n')}\n`,
  )
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
