import { type PersonName, people, personOf } from './people.ts'
import { type PictureName, pictureNames } from './pictures.ts'
import { nameAmong, tableEntriesOf } from './tables.ts'

/** A comment of the sample hotel: who wrote it and what, whom it mentions, and its photos. */
export type SampleComment = readonly [by: PersonName, text: string, mentions: PersonName[], photos: PictureName[]]

/** Under the title of a task: who wrote what, and in brackets the photos. */
const table = `
Trace the water stain above 415
  samir: Trap in 515 is dry. Looks like the seal behind the tiles. [leak tile]
  stefan: Keep 515 closed until Thursday. @Henrik Lindgren please take it off sale.
  henrik: 515 is off sale until Thursday noon.
Yearly service of boiler 2
  siobhan: Burner is cleaned, waiting for the new gasket.
  henrik: Letters to floors 5 and 6 went out last night.
New gasket for pump 3 in the pool plant room
  samir: Wrong size came. The right one is due tomorrow.
Loose socket beside the bed in 403
  siobhan: Power at 4B is off, painters know.
Safe in 602 does not open
  amara: The guest’s passport is inside, he leaves on Friday.
  siobhan: Locksmith comes at four.
Squeaking door in 322
  siobhan: Oiled it twice, needs a new hinge.
Dripping shower in 219
  samir: New cartridge, dry now. [tile]
Air conditioning in 604 blows warm
  samir: Filter was full. Cools again, look at it tomorrow.
  stefan: Thanks. Put 603 and 605 on the list too.
Doors of lift 2 close too early
  siobhan: Light barrier was dirty. Ten runs without a fault.
Unblock the basin in 110
  samir: A toothpaste cap. Done.
Fetch the 24 bath mats that Merewen Laundry forgot
  daniel: Driver says they are on the afternoon van.
  rosa: Only 20 came. I wrote the other 4 down. [towels]
Turn over 501 to 508 after the choir checks out
  daniel: 501 to 504 are done. 505 still has a Do Not Disturb sign. [bed]
  amara: @Daniel Wójcik the choir leaves at noon, start with 507 and 508.
Minibar round, floors 3 and 4
  rosa: Tonic is out. Kwame brings some at two.
List what goes back into 401 to 406 after the painters
  linh: The two armchairs of 404 are in the cellar, left side.
  amara: Thank you! @Ingrid Solheim the lamps of 402 did not survive, we need two. [lamp]
Compare the sample sheets of three suppliers after ten washes
  rosa: The second one is grey already.
  beatriz: And the price of the third? @Amara Okafor
Refill the first-aid box in the housekeeping office
  linh: Plasters and burn gel are missing. I ask the desk.
Honeymoon set-up in 610
  amara: White roses, no lilies. She is allergic.
Allergy clean of 227 before Dr. Farouk arrives
  amara: No spray at all, please. Only water and the blue cloths.
Extra bed and a second set of towels to 512
  henrik: They are three now, not four. One extra bed is enough.
Shadow the turndown round with Rosa
  rosa: @Mei-Lin Tan we meet at 17:30 at the linen room on 2.
Rota for the holiday weeks
  rosa: I can do the 24th if I have the 31st off.
  linh: The other way round for me.
  daniel: Fine with both.
Find a place for the exercise bike that stands in the fourth-floor store
  daniel: Activities would take it.
  naledi: Gladly! Can two of you bring it down on Monday?
Repair list for the linen trolleys, with photos
  daniel: Trolley 3 pulls to the left, 5 has no brake.
  stefan: Leave 5 at the workshop tonight. @Daniel Wójcik
Agree with the carpet cleaner on two days for the third-floor corridor
  henrik: Any day but the 27th: full house.
Turn over 412 for Ms. Lindholm
  linh: Ready at 13:40.
Deep-clean 305 after the long stay
  rosa: The carpet needs the machine. I come back after lunch.
Post the grey scarf from 317 to Mrs. Whitcombe
  daniel: It was in the wardrobe, behind the iron board.
Late check-out at 16:00 for Mrs. Haldorsen, 311
  henrik: @Amara Okafor 311 is free at four, next arrival at six.
  amara: Noted, Rosa does it.
Table for ten under the name Castellano
  elias: One high chair, and the window if we can.
Rooming list for the wedding party, 42 guests
  priya: Three names are still missing. I call the bride’s sister.
Teach the weekend team the new card terminal
  elias: Slip paper goes in the other way round.
Refund the double deposit of booking 20817
  priya: Bank says two working days.
Fish order for the wedding dinner, 84 covers
  giulia: Char instead of trout, 90 to be safe.
  kwame: Ordered. Delivery at 7.
Birthday cake for 208: lemon, no nuts
  jelena: Done, on the second shelf. Candles are in the box.
Stocktake of the dry store
  kwame: Half way. Flour is 8 kg short.
Check the temperature log of cold room 2
  kwame: 9.4 °C at noon. @Stefan Oberhauser the fan sounds odd. [fridge]
Private sunrise yoga for two from 610
  tomas: Beach if dry, else the Linden room.
Check the twelve life jackets
  tomas: Two buckles are broken, I put them aside.
Fill all seven grit bins
  farah: Five done, no grit left. More comes on Tuesday.
Six olive trees up to the rooftop bar
  joost: They fit into lift 2, one at a time.
Find four bartenders for the rooftop
  camille: Two said yes.
Monthly figures for the owners
  beatriz: Laundry is in, wine is missing. @Ingrid Solheim
Choose between the two new key-card systems
  selim: The second one works without a network.
  ingrid: Then that one. What does it cost a year? @Beatriz Lourenço
Answer Merewen Laundry about the new prices
  amara: They were late three times this month. Say that too.
`

const names = Object.keys(people) as PersonName[]

function commentOf(line: string): SampleComment {
  const [, by, text = '', photos] = /^(\w+): (.*?)(?: \[(.*)\])?$/.exec(line) ?? []
  const mentions = names.filter((name) => text.includes(`@${people[name].name.join(' ')}`))
  return [personOf(by), text, mentions, photos?.split(' ').map((photo) => nameAmong(pictureNames, photo)) ?? []]
}

/** What people write on the tasks with these titles, in order, between the making of a task and its end, or today. */
export const sampleComments: Record<string, SampleComment[]> = Object.fromEntries(
  tableEntriesOf(table, []).map(({ head, lines }) => [head, lines.map(commentOf)]),
)
