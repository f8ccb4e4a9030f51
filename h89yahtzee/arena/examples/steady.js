#!/usr/bin/env node
// A bot in JavaScript: it compares the score of each box with the average score of that box.
// It keeps the dice with the best expectation, as if the next roll were the last of the turn.
'use strict'

const FACES = [1, 2, 3, 4, 5, 6]

const count = (dice, face) => dice.filter(die => die === face).length
const sum = dice => dice.reduce((total, die) => total + die, 0)
const most = dice => Math.max(...FACES.map(face => count(dice, face)))
const has = (dice, run) => run.every(face => dice.includes(face))
const isSmall = dice => [[1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6]].some(run => has(dice, run))
const isLarge = dice => [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6]].some(run => has(dice, run))
const isFull = dice => most(dice) === 3 && new Set(dice).size === 2

// For each box, the score of dice in it, and its average score.
const BOXES = {
  ones: [dice => count(dice, 1), 2.1],
  twos: [dice => 2 * count(dice, 2), 5.3],
  threes: [dice => 3 * count(dice, 3), 8.6],
  fours: [dice => 4 * count(dice, 4), 12.2],
  fives: [dice => 5 * count(dice, 5), 15.7],
  sixes: [dice => 6 * count(dice, 6), 19.2],
  'three-of-a-kind': [dice => most(dice) >= 3 ? sum(dice) : 0, 21.7],
  'four-of-a-kind': [dice => most(dice) >= 4 ? sum(dice) : 0, 13.1],
  'full-house': [dice => isFull(dice) ? 25 : 0, 22.6],
  'small-straight': [dice => isSmall(dice) ? 30 : 0, 29.5],
  'large-straight': [dice => isLarge(dice) ? 40 : 0, 32.7],
  yahtzee: [dice => most(dice) === 5 ? 50 : 0, 16.9],
  chance: [sum, 22.0]
}
const boxOf = name => BOXES[name.split('/')[0]] || [() => 0, 0]

let open // the open boxes in this turn
let values // the values of kept dice in this turn, by their sorted faces

function valueOf(kept) {
  const dice = [...kept].sort()
  const key = dice.join('')
  if (!values.has(key)) {
    values.set(key, dice.length === 5
      ? Math.max(...open.map(([score, average]) => score(dice) - average))
      : sum(FACES.map(face => valueOf([...dice, face]))) / 6)
  }
  return values.get(key)
}

function turn({ dice, stage, legal, card }) {
  const gain = name => legal[name] - boxOf(name)[1]
  const bestBox = Object.keys(legal).reduce((best, name) => gain(name) > gain(best) ? name : best)
  let answer = { message: 'score', category: bestBox }
  if (stage === 0) {
    open = Object.keys(card).filter(name => card[name] === null).map(boxOf)
    values = new Map()
  }
  let bestValue = gain(bestBox)
  for (let chosen = 0; stage < 2 && chosen < 31; chosen++) {
    const indices = [0, 1, 2, 3, 4].filter(index => chosen >> index & 1)
    const value = valueOf(indices.map(index => dice[index]))
    if (value > bestValue + 1e-9) {
      bestValue = value
      answer = { message: 'keep', indices }
    }
  }
  return answer
}

require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const message = JSON.parse(line)
  if (message.message === 'bye') process.exit()
  const answer = message.message === 'turn' ? turn(message) : { message: message.message }
  process.stdout.write(JSON.stringify(answer) + '\n')
})
