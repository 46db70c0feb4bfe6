CREATE TABLE "thread_messages" (
	"thread_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	CONSTRAINT "thread_messages_thread_id_message_id_pk" PRIMARY KEY("thread_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "thread_photos" (
	"message_id" integer PRIMARY KEY NOT NULL,
	"photo_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_reads" (
	"user_id" uuid NOT NULL,
	"thread_id" integer NOT NULL,
	"read_id" integer NOT NULL,
	CONSTRAINT "thread_reads_user_id_thread_id_pk" PRIMARY KEY("user_id","thread_id")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "threads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"department_id" integer,
	"person_a" uuid,
	"person_b" uuid,
	"last_a" integer,
	"last_b" integer,
	"last_at" timestamptz(3) NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "threads_kind" CHECK (case when "threads"."department_id" is null then "threads"."person_a" < "threads"."person_b" else "threads"."person_a" is null and "threads"."person_b" is null end)
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "addressees" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "task_id" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "taken_back_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_messages" ADD CONSTRAINT "thread_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_photos" ADD CONSTRAINT "thread_photos_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_photos" ADD CONSTRAINT "thread_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_department_id_departments_id_fk" FOREIGN KEY ("department_id") REFERENCES "public"."departments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_person_a_users_id_fk" FOREIGN KEY ("person_a") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_person_b_users_id_fk" FOREIGN KEY ("person_b") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "thread_messages_message" ON "thread_messages" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "thread_photos_photo" ON "thread_photos" USING btree ("photo_id");--> statement-breakpoint
CREATE INDEX "thread_reads_thread" ON "thread_reads" USING btree ("thread_id");--> statement-breakpoint
CREATE UNIQUE INDEX "threads_department" ON "threads" USING btree ("department_id");--> statement-breakpoint
CREATE UNIQUE INDEX "threads_pair" ON "threads" USING btree ("person_a","person_b");--> statement-breakpoint
CREATE INDEX "threads_of_a" ON "threads" USING btree ("person_a","last_a" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "threads_of_b" ON "threads" USING btree ("person_b","last_b" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "threads_old" ON "threads" USING btree ("last_at");