#!/usr/bin/env node
// A bot in JavaScript: it weighs what a box scores against what that box is worth on an average card.
// Of all ways to keep dice it takes the one with the best expectation, as if no other turn came after this one.
'use strict'

const readline = require('readline')

const FACES = [1, 2, 3, 4, 5, 6]
const count = (dice, face) => dice.filter(die => die === face).length
const sum = dice => dice.reduce((total, die) => total + die, 0)
const most = dice => Math.max(...FACES.map(face => count(dice, face)))
const run = (dice, length) =>
  [1, 2, 3].some(low => low + length <= 7 && [...Array(length).keys()].every(step => dice.includes(low + step)))
const isFullHouse = dice => most(dice) === 3 && new Set(dice).size === 2

// Each box: what dice score there, and what it brings on average.
const BOXES = {
  ones: [dice => count(dice, 1), 2.1],
  twos: [dice => 2 * count(dice, 2), 5.3],
  threes: [dice => 3 * count(dice, 3), 8.6],
  fours: [dice => 4 * count(dice, 4), 12.2],
  fives: [dice => 5 * count(dice, 5), 15.7],
  sixes: [dice => 6 * count(dice, 6), 19.2],
  'three-of-a-kind': [dice => most(dice) >= 3 ? sum(dice) : 0, 21.7],
  'four-of-a-kind': [dice => most(dice) >= 4 ? sum(dice) : 0, 13.1],
  'full-house': [dice => isFullHouse(dice) ? 25 : 0, 22.6],
  'small-straight': [dice => run(dice, 4) ? 30 : 0, 29.5],
  'large-straight': [dice => run(dice, 5) ? 40 : 0, 32.7],
  yahtzee: [dice => most(dice) === 5 ? 50 : 0, 16.9],
  chance: [sum, 22.0]
}
const OTHER = [() => 0, 0]

// What dice are worth with so many rolls to come, and what keeping some of them is, by the sorted dice.
let values, open
const subsetsOf = new Map()

const sorted = dice => [...dice].sort().join('')
const digits = key => [...key].map(Number)

function remembered(name, key, compute) {
  const known = values.get(name + key)
  if (known !== undefined) return known
  const value = compute(digits(key))
  values.set(name + key, value)
  return value
}

function rollValue(key, rolls) {
  return remembered('roll' + rolls, key, dice => rolls > 0
    ? Math.max(...subsets(key).map(kept => keepValue(kept, rolls)))
    : Math.max(...open.map(([score, average]) => score(dice) - average)))
}

function keepValue(key, rolls) {
  if (key.length === 5) return rollValue(key, rolls - 1)
  return remembered('keep' + rolls, key, dice =>
    FACES.reduce((total, face) => total + keepValue(sorted([...dice, face]), rolls), 0) / 6)
}

function subsets(key) {
  if (!subsetsOf.has(key)) {
    const chosen = [...Array(1 << key.length).keys()]
    subsetsOf.set(key, [...new Set(chosen.map(bits => [...key].filter((_, place) => bits >> place & 1).join('')))])
  }
  return subsetsOf.get(key)
}

function places(dice, kept) {
  const left = digits(kept)
  return [0, 1, 2, 3, 4].filter(index => {
    const at = left.indexOf(dice[index])
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

function turn({ dice, stage, legal, card }) {
  const box = name => BOXES[name.split('/')[0]] || OTHER
  const gain = name => legal[name] - box(name)[1]
  const best = Object.keys(legal).reduce((one, other) => gain(other) > gain(one) ? other : one)
  if (stage === 0) {
    values = new Map()
    open = Object.keys(card).filter(name => card[name] === null).map(box)
  }
  if (stage < 2) {
    const value = kept => keepValue(kept, 2 - stage)
    const kept = subsets(sorted(dice)).reduce((one, other) => value(other) > value(one) ? other : one)
    if (kept.length < 5 && value(kept) > gain(best)) return { message: 'keep', indices: places(dice, kept) }
  }
  return { message: 'score', category: best }
}

readline.createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line)
  if (message.message === 'bye') process.exit()
  const answer = message.message === 'turn' ? turn(message) : { message: message.message }
  process.stdout.write(JSON.stringify(answer) + '\n')
})
