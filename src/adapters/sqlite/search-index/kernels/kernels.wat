;; SIMD loops that compare a query with a block of quantized or full vectors. `node scripts/make-kernels.ts` compiles this to `kernels.wasm`;
;; a test keeps the two in step.
(module
  (memory (export "memory") 1)

  ;; Hamming distance of the query to each quantized vector. `codes` are concatenated, `bytes` (a multiple of 16) each;
  ;; `results` receives a 32-bit integer per vector.
  (func (export "differentBits")
    (param $question i32) (param $codes i32) (param $count i32) (param $bytes i32) (param $results i32)
    (local $sum v128) (local $place i32) (local $end i32)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $nextCode
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $place (i32.const 0))
        (loop $nextBytes
          ;; 16-bit lanes hold up to 4,095 additions of at most 16: vectors of 65,520 bytes.
          (local.set $sum
            (i16x8.add (local.get $sum)
              (i16x8.extadd_pairwise_i8x16_u
                (i8x16.popcnt
                  (v128.xor
                    (v128.load (i32.add (local.get $question) (local.get $place)))
                    (v128.load (i32.add (local.get $codes) (local.get $place))))))))
          (br_if $nextBytes
            (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 16))) (local.get $bytes))))
        (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
        (i32.store (local.get $results)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $codes (i32.add (local.get $codes) (local.get $bytes)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $nextCode))))

  ;; Dot product of the query (16-bit integers) with each quantized vector (8-bit integers). `bytes` is a multiple of 8.
  (func (export "dotProducts")
    (param $question i32) (param $codes i32) (param $count i32) (param $bytes i32) (param $results i32)
    (local $sum v128) (local $place i32) (local $end i32)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $nextCode
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $place (i32.const 0))
        (loop $nextBytes
          (local.set $sum
            (i32x4.add (local.get $sum)
              (i32x4.dot_i16x8_s
                (v128.load (i32.add (local.get $question) (i32.shl (local.get $place) (i32.const 1))))
                (v128.load8x8_s (i32.add (local.get $codes) (local.get $place))))))
          (br_if $nextBytes
            (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 8))) (local.get $bytes))))
        (i32.store (local.get $results)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $codes (i32.add (local.get $codes) (local.get $bytes)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $nextCode))))

  ;; Dot product of the query with each vector, in 32-bit floats. `bytes` is a multiple of 64: four independent sums,
  ;; so that no addition waits for the one before. `results` receives a 32-bit float per vector.
  (func (export "floatProducts")
    (param $question i32) (param $vectors i32) (param $count i32) (param $bytes i32) (param $results i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $mine i32) (local $its i32) (local $stop i32) (local $end i32)
    (local.set $end (i32.add (local.get $results) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $nextVector
        (br_if $done (i32.ge_u (local.get $results) (local.get $end)))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (local.set $c (v128.const f32x4 0 0 0 0))
        (local.set $d (v128.const f32x4 0 0 0 0))
        (local.set $mine (local.get $question))
        (local.set $its (local.get $vectors))
        (local.set $stop (i32.add (local.get $vectors) (local.get $bytes)))
        (loop $nextBytes
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul
            (v128.load (local.get $mine)) (v128.load (local.get $its)))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul
            (v128.load offset=16 (local.get $mine)) (v128.load offset=16 (local.get $its)))))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul
            (v128.load offset=32 (local.get $mine)) (v128.load offset=32 (local.get $its)))))
          (local.set $d (f32x4.add (local.get $d) (f32x4.mul
            (v128.load offset=48 (local.get $mine)) (v128.load offset=48 (local.get $its)))))
          (local.set $mine (i32.add (local.get $mine) (i32.const 64)))
          (br_if $nextBytes
            (i32.lt_u (local.tee $its (i32.add (local.get $its) (i32.const 64))) (local.get $stop))))
        (local.set $a (f32x4.add (f32x4.add (local.get $a) (local.get $b)) (f32x4.add (local.get $c) (local.get $d))))
        (f32.store (local.get $results)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
            (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (local.set $vectors (local.get $stop))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $nextVector)))))
